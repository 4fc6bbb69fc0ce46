// Barriers of a block and memory fences.
#pragma once

extern "C" {
/// Waits for all threads of the block that have not returned; `predicate` is what the _count, _and
/// and _or forms combine. Returns how many threads passed a predicate that is not zero. `line` is
/// the barrier's in the source: it tells barriers apart, and keeps the compiler from merging two.
unsigned int kit_block_barrier(int predicate, int line);
/// Threads that met at the barrier that this thread passed last.
unsigned int kit_block_barrier_arrivals(void);
/// Of block scope: does nothing.
void kit_fence(void);
/// Of device scope, or of system scope: with an atomic or a volatile store after it, other blocks, or other GPUs, too,
/// can be told what was done.
void kit_device_fence(int of_system);
}

#define KIT_INLINE static inline __attribute__((always_inline))
#define KIT_DEVICE static inline __attribute__((device, always_inline))

/// The line of a call. No number converts to it, so that an argument too many is an error.
enum class kit_line : int {};
#define KIT_LINE static_cast<kit_line>(__builtin_LINE())

KIT_INLINE void __syncthreads(kit_line line = KIT_LINE) {
    kit_block_barrier(0, static_cast<int>(line));
}

KIT_INLINE int __syncthreads_count(int predicate, kit_line line = KIT_LINE) {
    return static_cast<int>(kit_block_barrier(predicate, static_cast<int>(line)));
}

KIT_INLINE int __syncthreads_or(int predicate, kit_line line = KIT_LINE) {
    return kit_block_barrier(predicate, static_cast<int>(line)) != 0;
}

KIT_INLINE int __syncthreads_and(int predicate, kit_line line = KIT_LINE) {
    return kit_block_barrier(predicate, static_cast<int>(line)) == kit_block_barrier_arrivals();
}

// Threads of a block run one at a time and processors keep the order of stores: a fence has nothing left
// to do but to keep the compiler's order, and to say what is no race.
KIT_INLINE void __threadfence() { kit_device_fence(0); }
KIT_INLINE void __threadfence_block() { kit_fence(); }
KIT_INLINE void __threadfence_system() { kit_device_fence(1); }

/// A thread that waits lets others run at its next read of what it waits for.
KIT_INLINE void __nanosleep(unsigned int) {}

// Programmatic dependent launch: launches of the emulator never overlap.
KIT_INLINE void cudaTriggerProgrammaticLaunchCompletion() {}
KIT_INLINE void cudaGridDependencySynchronize() {}

[[noreturn]] inline void __trap() { __builtin_trap(); }

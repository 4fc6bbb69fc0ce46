// Stacks for a block's threads, and the switch between them.
//
// A thread that waits has little on its stack: where it goes on, and the registers that its caller wants back. What
// runs next is decided on the OS thread's own stack, which stays in the nearest cache. The stacks of a block do not.
//
// Rejected: ucontext, whose switch makes a system call (190 ns), and Boost.Context, whose switch is called and then
// jumps, so that the processor predicts the next returns wrong.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::runtime {

/// Bytes of stack that a CUDA thread has in the emulator.
constexpr std::size_t stack_bytes = 64 * 1024;

/// Bytes that a CUDA thread has for those of its variables that have an address (see locals.hpp).
constexpr std::size_t local_bytes = 64 * 1024;

/// The least that a stack has below its top, which differs from stack to stack.
constexpr std::size_t usable_stack_bytes = stack_bytes - 4096;

/// Where a thread that waits goes on.
using Context = void*;

/// What an OS thread does next, as the assembly in thread_stacks.cpp reads it.
struct Onward {
    void* stack;       ///< a thread's Context, or the top of a stack for a new one
    std::uint64_t how; ///< one of those below
};

/// The thread goes on; its wait returns `result`.
constexpr Onward go_on_with(Context context, std::uint32_t result) {
    return {context, result};
}

/// A thread begins: kit_run_thread() is called on the stack.
constexpr Onward begin_on(void* top) {
    return {top, std::uint64_t{1} << 32};
}

/// kit_run_threads() returns.
constexpr Onward no_thread{nullptr, std::uint64_t{1} << 33};

/// Stacks in one mapping, each with an unreadable page below it and a thread's local variables above it,
/// for the threads of one block.
class StackPool {
public:
    /// Reserves `count` stacks; memory is taken only as it is touched. Ends the process when the
    /// address space is exhausted.
    explicit StackPool(std::size_t count);

    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;

    /// Makes the stack of this number ready for use. Returns where it begins (its highest address), a multiple
    /// of 64. Once for each stack: those that no thread needs cost nothing.
    [[nodiscard]] void* open(std::size_t index);

    /// Where the local variables of the thread on this stack begin (their highest address), a multiple of 64.
    [[nodiscard]] void* locals_top(std::size_t index) const;

    struct Locals {
        std::uintptr_t begin;
        std::uintptr_t end;
    };

    /// All bytes for the local variables of the thread on this stack.
    [[nodiscard]] Locals locals(std::size_t index) const;

    [[nodiscard]] const std::byte* begin() const { return memory_; }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// Whether an address lies in one of the unreadable pages.
    [[nodiscard]] bool is_guard(const void* address) const;

private:
    std::byte* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace kit::runtime

extern "C" {
/// Does what `next` says, and then what the functions below say, until one of them says no_thread.
void kit_run_threads(kit::runtime::Onward next);

/// The current thread waits. Comes back when one of the functions below says so, with the result that it gives.
std::uint32_t kit_wait();

// Given by block_runner.cpp, which decides what runs.

/// Called on a new thread's stack: the kernel.
void kit_run_thread();
/// The thread has returned from there.
kit::runtime::Onward kit_after_thread();
/// The current thread is in kit_wait().
kit::runtime::Onward kit_after_wait(kit::runtime::Context own);
/// The current thread is in kit_block_barrier(), called with these arguments, at `code`.
kit::runtime::Onward kit_after_barrier(kit::runtime::Context own, int predicate, int line,
                                       const void* code);
}

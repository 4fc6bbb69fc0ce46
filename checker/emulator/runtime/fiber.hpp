// A stack, and a way to switch to it.
//
// The switch is written out here and is part of the function that makes it. A switch that is called ends in
// a jump that the processor's record of calls and returns knows nothing of, so that the next two or three
// returns are predicted wrong: 12 % of a barrier kernel's time. Rejected: ucontext, whose switch makes a
// system call (190 ns), and Boost.Context, whose switches are called.
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

/// Where a stack that does not run goes on.
using Context = void*;

/// A stack on which `entry`, which must not return, runs from its beginning.
template <void (*entry)()>
[[nodiscard]] Context make_context(void* top);

/// Goes on where `to` stopped; comes back when something switches to what `own` holds from then on.
[[gnu::always_inline]] inline void switch_stack(Context& own, Context to) {
    Context* from = &own;
    // All registers are declared clobbered, except two that the compiler does not allow. Nothing may
    // be in use below the stack's end: the runtime is compiled with -mno-red-zone.
    asm volatile("pushq %%rbp\n\t"
                 "pushq %%rbx\n\t"
                 "leaq 1f(%%rip), %%rax\n\t"
                 "pushq %%rax\n\t"
                 "movq %%rsp, (%%rdi)\n\t"
                 "movq %%rsi, %%rsp\n\t"
                 "popq %%rax\n\t"
                 "jmpq *%%rax\n"
                 "1:\n\t"
                 "popq %%rbx\n\t"
                 "popq %%rbp"
                 : "+D"(from), "+S"(to)
                 :
                 : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                   "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                   "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}

template <void (*entry)()>
Context make_context(void* top) {
    // As after a call: the stack's end is 8 bytes past a multiple of 16. Its return address is 0.
    void** end = static_cast<void**>(top);
    *--end = nullptr;
    *--end = reinterpret_cast<void*>(entry);
    return end;
}

/// Stacks in one mapping, each with an unreadable page below it and a thread's local variables above it,
/// for the threads of one block.
class StackPool {
public:
    /// Reserves `count` stacks; memory is taken only as it is touched. Ends the process when the
    /// address space is exhausted.
    explicit StackPool(std::size_t count);

    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;

    /// Makes the stack of fiber `index` ready for use. Returns where it begins (its highest address), a multiple
    /// of 64. Once for each stack: those that no thread needs cost nothing.
    [[nodiscard]] void* open(std::size_t index);

    /// Where the local variables of fiber `index` begin (their highest address), a multiple of 64.
    [[nodiscard]] void* locals_top(std::size_t index) const;

    struct Locals {
        std::uintptr_t begin;
        std::uintptr_t end;
    };

    /// All bytes for the local variables of fiber `index`.
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

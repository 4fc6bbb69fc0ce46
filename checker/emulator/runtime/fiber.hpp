// A stack and a way to switch to it: Boost.Context's fcontext, 10-20 ns a switch.
//
// Boost ships the functions in its library and declares them in a detail header; the three names
// are stable since Boost 1.61. Rejected: ucontext, whose switch makes a system call (190 ns), and
// boost::context::fiber, which allocates a record for each entry and unwinds by exception.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>

namespace kit::runtime {

using Context = boost::context::detail::fcontext_t;
using Transfer = boost::context::detail::transfer_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;

/// Bytes of stack that a CUDA thread has in the emulator.
constexpr std::size_t stack_bytes = 64 * 1024;

/// The least that a stack has below its top, which differs from stack to stack.
constexpr std::size_t usable_stack_bytes = stack_bytes - 4096;

/// Stacks in one mapping, each with an unreadable page below it, for the threads of one block.
class StackPool {
public:
    /// Reserves `count` stacks; memory is taken only as it is touched. Ends the process when the
    /// address space is exhausted.
    explicit StackPool(std::size_t count);

    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;

    /// Where the stack of fiber `index` begins (its highest address).
    [[nodiscard]] void* top(std::size_t index) const;

    [[nodiscard]] const std::byte* begin() const { return memory_; }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    /// Whether an address lies in one of the unreadable pages.
    [[nodiscard]] bool is_guard(const void* address) const;

private:
    std::byte* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace kit::runtime

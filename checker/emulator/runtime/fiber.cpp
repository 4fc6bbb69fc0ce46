#include "checker/emulator/runtime/fiber.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace kit::runtime {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t stride = page + stack_bytes + local_bytes;

/// Stacks that begin at the same place of their page would all share a few sets of the cache; 512
/// of them then miss at every switch. 21 steps of three lines spread them over a page.
std::size_t stagger(std::size_t index) {
    return index % 21 * 192;
}

/// Makes a page unreadable.
void guard(std::byte* memory) {
    // Linux 6.13's way, which Debian 12's headers do not name. mprotect() splits the mapping: with
    // blocks of 1024 threads, a tenth of a check went into it.
    constexpr int guard_install = 102;
    if (madvise(memory, page, guard_install) != 0) {
        mprotect(memory, page, PROT_NONE);
    }
}

} // namespace

StackPool::StackPool(std::size_t count) : bytes_(count * stride) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) {
        std::fputs("the emulator found no address space for its threads' stacks\n", stderr);
        std::_Exit(3);
    }
    memory_ = static_cast<std::byte*>(memory);
    guard(memory_);
}

void* StackPool::open(std::size_t index) {
    guard(memory_ + index * stride);
    return memory_ + index * stride + page + stack_bytes - stagger(index);
}

void* StackPool::locals_top(std::size_t index) const {
    return memory_ + (index + 1) * stride - stagger(index);
}

StackPool::Locals StackPool::locals(std::size_t index) const {
    const auto begin =
        reinterpret_cast<std::uintptr_t>(memory_ + index * stride + page + stack_bytes);
    return {begin, reinterpret_cast<std::uintptr_t>(locals_top(index))};
}

bool StackPool::is_guard(const void* address) const {
    const std::size_t offset = static_cast<const std::byte*>(address) - memory_;
    return offset < bytes_ && offset % stride < page;
}

} // namespace kit::runtime

// Asynchronous copies from global to shared memory (CUDA's cp.async) that are still on their way.
//
// On a GPU the data arrives at any time between a copy's begin and the end of its thread's wait. Here the
// source is read at the begin, and the target gets the data at the wait; in between it holds garbage. So the
// target counts as written by that thread at both ends, and holds nothing that may be read until the
// second.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit::runtime {

/// Those of a worker's block.
class AsyncCopies {
public:
    void on_block_begin(std::uint32_t threads);

    /// Begins a copy of the current thread; the last `zeros` bytes of the target become 0. `code`: where
    /// the call returns to.
    void begin(std::uintptr_t to, std::uintptr_t from, std::uint32_t bytes, std::uint32_t zeros,
               const void* code);

    /// Makes a batch of the current thread's copies since the last one.
    void commit();

    /// The data of all batches of the current thread but the last `batches` arrives.
    void wait(std::uint64_t batches, const void* code);

private:
    struct Copy {
        std::uint64_t batch;
        std::uintptr_t to;
        std::uint32_t bytes;
        std::array<std::byte, 16> data;
    };

    struct Thread {
        std::uint64_t batches = 0; ///< that were committed
        std::vector<Copy> copies;  ///< on their way, in their order
    };

    [[nodiscard]] Thread& current();

    std::vector<Thread> threads_; ///< empty as long as a block begins no copy
    std::uint32_t count_ = 0;     ///< threads of the block
};

} // namespace kit::runtime

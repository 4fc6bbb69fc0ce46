// Gives the loads of one place in the code other garbage than all others get, so that it shows whether the kernel uses
// what it reads there.
#pragma once

#include "checker/emulator/run_mode.hpp"
#include "checker/emulator/runtime/access.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace kit::runtime {

/// Garbage in one worker's shared memory. Before each load of bytes that the block has not written, they get the
/// garbage that its place is to see: the other one, or, at all other places, the usual one.
class PlacedGarbage {
public:
    /// `code` is the place, as events have it; `begin` the address of shared memory.
    PlacedGarbage(std::uint64_t code, std::uint32_t other, std::uintptr_t begin,
                  std::uint64_t bytes)
        : code_(code), other_(other), begin_(begin), written_(bytes) {}

    void on_block_begin() { std::fill(written_.begin(), written_.end(), std::byte{0}); }

    /// Before the access is made.
    void on_shared(const Access& access) {
        const std::uint64_t first = access.address - begin_;
        if (!access.store || access.atomic) {
            const bool is_place = reinterpret_cast<std::uintptr_t>(access.code) == code_;
            for (std::uint64_t i = first; i < first + access.bytes; ++i) {
                if (written_[i] == std::byte{0}) {
                    const std::uint32_t word = garbage_word(static_cast<std::uint32_t>(i & ~3ull),
                                                            is_place ? other_ : usual_garbage);
                    std::memcpy(reinterpret_cast<void*>(begin_ + i),
                                reinterpret_cast<const std::byte*>(&word) + i % sizeof word, 1);
                }
            }
        }
        if (access.store) {
            std::memset(&written_[first], 1, access.bytes);
        }
    }

private:
    std::uint64_t code_;
    std::uint32_t other_;
    std::uintptr_t begin_;
    std::vector<std::byte> written_; ///< by byte: not 0 if the block has written it
};

} // namespace kit::runtime

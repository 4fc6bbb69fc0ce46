// What is known of the accesses to one word of global memory, and the race that a new one makes.
#pragma once

#include "checker/emulator/runtime/access.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace kit::runtime {

/// The thread that makes an access, and when.
struct AccessingThread {
    std::uint64_t block;    ///< its number in the grid
    std::uint32_t thread;   ///< its number in the block
    std::uint32_t interval; ///< barriers that the block has passed
};

/// An earlier access that nothing orders before the new one.
struct GlobalRace {
    enum Kind : unsigned { none, store, atomic, load };

    Kind earlier = none;     ///< what the earlier access is; `none`: there is no race
    std::uint64_t block = 0; ///< of the earlier access
    std::uint32_t thread = 0;
    std::uint64_t code = 0; ///< 0: unknown
    /// Of a race of two plain stores: an earlier load or atomic may race with the access, too.
    bool with_others = false;
};

/// All zero: not accessed yet.
struct GlobalWord {
    std::uint32_t head = 0; ///< see global_word.cpp
    std::array<std::uint32_t, 2> accesses{};
};

/// Records an access to the word and returns the race that it makes. Returns nothing, and records
/// nothing, if the word was split. Safe from any OS thread.
std::optional<GlobalRace> record_access(GlobalWord& word, const Access& access,
                                        const AccessingThread& by);

/// Copies what is known of the word to its bytes, which are to be recorded instead from here on.
void split(GlobalWord& word, std::span<GlobalWord> bytes);

} // namespace kit::runtime

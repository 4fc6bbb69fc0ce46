// What is remembered of one word of global memory, and the rules by which accesses of it race.
//
// Blocks run in no order, and threads of one block are ordered by its barriers alone: any two
// accesses by different threads race when one writes, unless a barrier of their block lies between
// or both are atomics. A word that two blocks touch has raced unless both do nothing but read, or
// nothing but atomics; so one owner block and, within it, the last writer, readers and users of
// atomics suffice: 12 bytes for 4.
#pragma once

#include "checker/emulator/runtime/access.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace kit::runtime {

/// Who makes an access.
struct Visitor {
    std::uint64_t block;    ///< its number in the grid
    std::uint32_t thread;   ///< its number in the block
    std::uint32_t interval; ///< barriers that the block has passed
};

/// Two accesses that nothing orders.
struct GlobalRace {
    /// What the earlier one was. `none`: there is no race.
    enum With : unsigned { none, writer, adder, reader };

    With with = none;
    std::uint64_t block = 0; ///< whose it was
    std::uint32_t thread = 0;
    std::uint64_t code = 0; ///< 0: unknown
};

/// All zero: nothing was seen yet.
struct GlobalWord {
    std::uint32_t head = 0; ///< see global_word.cpp
    std::array<std::uint32_t, 2> deeds{};
};

/// Notes an access of the word by a visitor, and says whom it races with. Any OS thread may call it
/// at any time. Nothing, and nothing done, if the word was split.
std::optional<GlobalRace> visit(GlobalWord& word, const Access& access, const Visitor& visitor);

/// Each of the word's bytes has seen what the word has, and is to be visited instead from here on.
void split(GlobalWord& word, std::span<GlobalWord> bytes);

} // namespace kit::runtime

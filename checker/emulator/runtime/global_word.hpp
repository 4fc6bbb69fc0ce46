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

/// A word that no other OS thread looks at meanwhile.
class HeldWord {
public:
    /// Waits for the word, unless it was split.
    explicit HeldWord(GlobalWord& word);
    ~HeldWord();
    HeldWord(const HeldWord&) = delete;
    HeldWord& operator=(const HeldWord&) = delete;

    /// Whether the word's bytes are followed instead. All else is for words that are not.
    [[nodiscard]] bool is_split() const { return is_split_; }

    /// Each of the word's bytes has seen what the word has, and is followed from here on.
    void split(GlobalWord* bytes, std::uint32_t count);

    GlobalRace add(const Access& access, const Visitor& visitor);

private:
    GlobalWord& word_;
    std::uint32_t head_ = 0; ///< without the lock
    bool is_split_ = false;
};

} // namespace kit::runtime

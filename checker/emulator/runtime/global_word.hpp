// What is known of the accesses to one word of global memory, and the race that a new one makes.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/program_places.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

namespace kit::runtime {

/// The thread that makes an access, and when.
struct AccessingThread {
    std::uint64_t block;    ///< its number in the run
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
    /// In a race of two plain stores: an earlier load or atomic may race with the access, too.
    bool with_others = false;
    bool by_narrow_scope = false; ///< of two GPUs, which system scope would have put in order
};

/// All zero: not accessed yet.
struct GlobalWord {
    std::uint32_t head = 0; ///< see global_word.cpp
    std::array<std::uint32_t, 2> accesses{};
};

/// Blocks are told apart by the low bits of their number.
constexpr std::uint32_t block_bits = 26;
constexpr std::uint32_t block_mask = (1u << block_bits) - 1;
/// All later intervals share this number, and races within it are not looked for.
constexpr std::uint32_t last_interval = 2047;

/// A code address in 16 bits: the submission comes first in the program. 0: unknown.
inline std::uint16_t short_code(const void* code) {
    const auto offset =
        static_cast<const char*>(code) - reinterpret_cast<const char*>(&kit_first_code);
    return offset > 0 && offset < 65536 ? static_cast<std::uint16_t>(offset) : 0;
}

/// The one access to a word of which nothing else is known: a plain store of all of it.
struct FirstStore {
    std::uint64_t is_known : 1;
    std::uint64_t interval : 11;
    std::uint64_t thread : 10;
    std::uint64_t block : block_bits;
    std::uint64_t code : 16;
};

/// What takes a GlobalWord's place as long as its word has a first store and nothing else, as nearly all words of
/// a sweep do: less memory, which costs most. A FirstStore, or 0: nothing has accessed the word; or
/// known_to_word: see its GlobalWord.
using FirstStoreBits = std::uint64_t;
constexpr FirstStoreBits known_to_word = 2;

/// Records a plain store of the whole word if nothing has accessed it. False, and nothing recorded, if
/// something has. Safe from any OS thread.
[[nodiscard, gnu::always_inline]] inline bool
record_first_store(FirstStoreBits& first, const void* code, const AccessingThread& by) {
    const std::uint32_t interval = by.interval < last_interval ? by.interval : last_interval;
    const auto bits = std::bit_cast<FirstStoreBits>(FirstStore{
        1, interval & last_interval, by.thread & 0x3ff, by.block & block_mask, short_code(code)});
    FirstStoreBits none = 0;
    return std::atomic_ref(first).compare_exchange_strong(none, bits, std::memory_order_acq_rel);
}

/// Records an access to the word and returns the race that it makes. Returns nothing, and records
/// nothing, if the word was split. What is in `first`, which may be null, moves to the word. Safe from any OS
/// thread.
std::optional<GlobalRace> record_access(GlobalWord& word, FirstStoreBits* first,
                                        const Access& access, const AccessingThread& by);

/// Copies what is known of the word to its bytes, which are to be recorded instead from here on.
void split(GlobalWord& word, FirstStoreBits* first, std::span<GlobalWord> bytes);

} // namespace kit::runtime

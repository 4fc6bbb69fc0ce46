// Finds races in global memory where fences order blocks: what GlobalWord is for all other kernels.
//
// Keeps the last plain store to a word, and the atomics and loads since then. A new
// access races with each of them that is not past for it (release_acquire.hpp), unless both only load
// or both are atomics or volatile. Volatile accesses count so only for a word by which blocks tell each
// other something: where the store comes after a fence of its block. Before that they are plain ones.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/global_word.hpp"
#include "checker/emulator/runtime/release_acquire.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace kit::runtime {

struct FencedAccess {
    Moment moment;
    std::uint32_t code = 0;    ///< from the program's begin; 0: unknown
    std::uint32_t release = 0; ///< its number at this word, if any
    bool is_strong = false;    ///< an atomic, or volatile
    Scope scope = Scope::gpu;  ///< of an atomic; a volatile access has system scope
};

/// All zero: not accessed yet.
struct FencedWord {
    FencedAccess store;
    // The FencedWords' own; null: none.
    std::vector<FencedAccess>* atomics;
    std::vector<FencedAccess>* loads;
    bool split;
};

/// What the words of a launch share.
class FencedWords {
public:
    /// Records an access to the word and returns the race that it makes. Returns nothing, and records
    /// nothing, if the word was split.
    std::optional<GlobalRace> record_access(FencedWord& word, const Access& access,
                                            BlockClock& clock, std::uint32_t thread);

    /// Copies what is known of the word to its bytes, which are to be recorded instead from here on.
    void split(FencedWord& word, std::span<FencedWord> bytes);

    /// The thread has made an access that acquires: an atomic or a volatile load.
    void acquire(std::uintptr_t address, Scope scope, BlockClock& clock, std::uint32_t thread) {
        releases_.acquire(address, scope, clock, thread);
    }

private:
    [[nodiscard]] bool is_past(std::uintptr_t address, const FencedAccess& earlier,
                               const BlockClock& clock, std::uint32_t thread) const;
    void add(std::vector<FencedAccess>*& list, const FencedAccess& made, std::uintptr_t address,
             const BlockClock& clock);

    Releases releases_;
    std::deque<std::vector<FencedAccess>> lists_;
};

} // namespace kit::runtime

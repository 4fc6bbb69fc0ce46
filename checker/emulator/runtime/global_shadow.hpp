// Finds races in global memory: keeps a GlobalWord for every word that a kernel may write.
//
// CUDA runs blocks in no order, and orders the threads of one block by its barriers alone. So two
// accesses by different threads race if at least one of them writes, unless a barrier of their block
// lies between them or both are atomics. It follows that a word which two blocks access has raced
// unless both only load, or both only use atomics. One owner block and, within it, the last store,
// load and atomic are therefore enough: 12 bytes of shadow for 4 of memory.
//
// A word whose bytes are accessed separately is followed byte by byte.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/device_memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

    Kind with = none;        ///< `none`: there is no race
    std::uint64_t block = 0; ///< of the earlier access
    std::uint32_t thread = 0;
    std::uint64_t code = 0; ///< 0: unknown
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

/// One for the launch, shared by its workers: a word is locked while it is used.
class GlobalShadow {
public:
    /// Follows accesses to these regions and ignores all others.
    explicit GlobalShadow(const std::vector<Region>& regions);
    ~GlobalShadow();
    GlobalShadow(const GlobalShadow&) = delete;
    GlobalShadow& operator=(const GlobalShadow&) = delete;

    void follow(const Access& access, const Region& region);

private:
    struct Followed {
        Region region;
        std::uint64_t word_count = 0;
        GlobalWord* words = nullptr;
        std::atomic<GlobalWord*> bytes_of = nullptr; ///< four for each word, once one was split
    };

    [[nodiscard]] static GlobalWord* map_words(std::uint64_t count);
    [[nodiscard]] Followed* find(const Region& region);
    void split(Followed& followed, std::uint64_t number);
    bool follow_word(GlobalWord& word, const Access& access, const Region& region);

    std::vector<Followed> followed_;
};

/// A worker's side: numbers the intervals between its block's barriers.
class GlobalShadowWatcher {
public:
    void on_block_begin(std::uint32_t) { interval_ = 0; }

    void on_barrier() { ++interval_; }

    void on_global(Access access) {
        // Loads of an input are most of a sweep's accesses, and cannot race while nothing writes it.
        if (access.region->use != Region::Use::input || access.store || follow_inputs_) {
            follow(access.apart());
        }
    }

    void set_follow_inputs(bool follow) { follow_inputs_ = follow; }

    [[nodiscard]] std::uint32_t interval() const { return interval_; }

private:
    void follow(const Access& access);

    bool follow_inputs_ = false;
    std::uint32_t interval_ = 0;
};

} // namespace kit::runtime

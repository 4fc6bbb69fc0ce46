// Finds races in global memory: keeps a GlobalWord for every word that a kernel may write.
//
// CUDA runs blocks in no order, and orders the threads of one block by its barriers alone. So two
// accesses by different threads race if at least one of them writes, unless a barrier of their block
// lies between them or both are atomics. It follows that a word which two blocks access has raced
// unless both only load, or both only use atomics. One owner block and, within it, the last store,
// load and atomic are therefore enough: 12 bytes of shadow for 4 of memory, or 8 where the only access is a store.
//
// A word whose bytes are accessed separately is followed byte by byte.
//
// Where the program uses fences, which order blocks after all, FencedWords take their place; of slabs on several GPUs,
// only in the planes that two GPUs use, the first two and the last two. They cost much more.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/fenced_word.hpp"
#include "checker/emulator/runtime/global_word.hpp"
#include "checker/emulator/runtime/release_acquire.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace kit::runtime {

/// At each end of a slab: the ghost plane, and the one beside it, which a neighbour may read.
constexpr std::uint64_t planes_of_exchange = 2;

/// One for the launch, shared by its workers: a word is locked while it is used.
class GlobalShadow {
public:
    /// Follows accesses to these regions and ignores all others.
    GlobalShadow(const std::vector<Region>& regions, bool uses_fences);
    ~GlobalShadow();
    GlobalShadow(const GlobalShadow&) = delete;
    GlobalShadow& operator=(const GlobalShadow&) = delete;

    void follow(const Access& access, const Region& region);

    /// For the words of a region from its first on. Null if it is not followed, or not in GlobalWords alone.
    [[nodiscard]] FirstStoreBits* first_stores(const Region& region);

    [[nodiscard]] bool uses_fences() const { return uses_fences_; }

    /// The current thread made an access that acquires; only where the program uses fences.
    void acquire(std::uintptr_t address, Scope scope, BlockClock& clock);

    // Only where the program uses fences: what a launch of a GPU has acquired is known to its next one.

    [[nodiscard]] std::vector<Acquired> acquired_before(std::uint64_t block);
    void end_block(const BlockClock& clock);

private:
    /// The words of one region.
    template <class Word>
    struct Table {
        Word* words = nullptr;
        std::atomic<Word*> bytes_of = nullptr;  ///< four for each word, once one was split
        FirstStoreBits* first_stores = nullptr; ///< one for each GlobalWord
    };

    struct Followed {
        Region region;
        std::uint64_t word_count = 0;
        Table<GlobalWord> words;
        Table<FencedWord> fenced; ///< instead, if the program uses fences
    };

    [[nodiscard]] Followed* find(const Region& region);
    template <class Word>
    void split(const Followed& followed, Table<Word>& table, std::uint64_t number);
    template <class Word>
    void follow(const Followed& followed, Table<Word>& table, const Access& access,
                const Region& region);

    /// A word, or one of its bytes.
    struct Place {
        std::uintptr_t address;
        std::uint32_t bytes;
    };

    template <class Word>
    bool follow_word(Word& word, FirstStoreBits* first, const Access& access, const Region& region,
                     const Place& place);
    static std::optional<GlobalRace> record(GlobalWord& word, FirstStoreBits* first,
                                            const Access& access);
    std::optional<GlobalRace> record(FencedWord& word, FirstStoreBits*, const Access& access);
    static void split_word(GlobalWord& word, FirstStoreBits* first, std::span<GlobalWord> bytes);
    void split_word(FencedWord& word, FirstStoreBits*, std::span<FencedWord> bytes);

    const bool uses_fences_;
    std::vector<Followed> followed_;
    std::mutex fenced_mutex_; ///< of what follows
    FencedWords fenced_;
    /// By GPU and the number of its launch, 0 for what was acquired before the first.
    std::array<std::vector<std::vector<Acquired>>, max_gpus> acquired_;
};

/// A worker's side: numbers the intervals between its block's barriers.
class GlobalShadowWatcher {
public:
    void on_block_begin(std::uint32_t threads);
    void on_block_end();

    void on_barrier() {
        ++interval_;
        if (clock_) [[unlikely]] {
            clock_->on_barrier();
            let_others_look();
        }
    }

    /// Loads of an input are most of a sweep's accesses, and cannot race while nothing writes it.
    /// What a neighbour sends comes into the slab's first and last plane.
    [[nodiscard]] bool ignores(const Access& access) const {
        const Region& region = *access.region;
        return region.use == Region::Use::input && !access.store && !follow_inputs_ &&
               !region.is_near_end(access.address, access.bytes, planes_of_exchange);
    }

    void on_global(Access access) {
        if (!ignores(access)) {
            follow(access.apart());
        }
    }

    /// Records a plain store to thread_state.usual_stores, to words that nothing has accessed: what nearly all stores
    /// of a sweep are. False if on_global() must record it.
    [[nodiscard, gnu::always_inline]] bool
    take_first_store(const Access& access, std::uint64_t block, std::uint32_t thread) {
        if (access.bytes % word_bytes != 0) {
            return false;
        }
        auto* const first = reinterpret_cast<FirstStoreBits*>(
            first_stores_ + access.address / word_bytes * sizeof(FirstStoreBits));
        // The next block along the row comes soon, and its words are seldom in a cache.
        __builtin_prefetch(first + 24, 1);
        for (std::uint32_t word = 0; word < access.bytes / word_bytes; ++word) {
            if (!record_first_store(first[word], access.code, {block, thread, interval_})) {
                return false;
            }
        }
        return true;
    }

    /// The current thread has made an access that acquires: an atomic or a volatile load.
    [[gnu::noinline]] void on_acquire(std::uintptr_t address, Scope scope);

    /// The current thread has changed a word by an atomic.
    [[gnu::noinline]] void on_change(std::uintptr_t address);

    /// The current thread has changed a word from 0 by atomicCAS(), as if it took a lock: other blocks run a while,
    /// so that the first ones that want the lock, too, find it taken.
    [[gnu::noinline]] void on_lock_taken(std::uintptr_t address);

    /// The current thread called __threadfence() or __threadfence_system().
    [[gnu::noinline]] void on_fence(Scope scope);

    void set_follow_inputs(bool follow) { follow_inputs_ = follow; }

    [[nodiscard]] std::uint32_t interval() const { return interval_; }

    /// The block's clock; only where the program uses fences.
    [[nodiscard]] BlockClock& clock() { return *clock_; }

private:
    static constexpr std::uint32_t word_bytes = 4;

    [[gnu::noinline]] void follow(const Access& access);
    void let_others_look();

    /// So often in a block: where every thread of it tells something, the others see enough of it.
    static constexpr std::uint32_t most_looks_of_others = 8;

    std::uintptr_t first_stores_ =
        0; ///< of thread_state.usual_stores, as if that began at address 0

    bool follow_inputs_ = false;
    std::uint32_t interval_ = 0;
    std::optional<BlockClock> clock_;
    // The words that a thread has looked at last, and how often in a row.
    std::array<std::uintptr_t, 4> polled_{};
    std::uint32_t polling_ = 0; ///< the thread
    std::uint32_t polls_ = 0;
    std::uint32_t looks_of_others_ = 0; ///< in this block
    bool has_told_ = false;             ///< by a volatile store: others are to look once it is made
    std::uint32_t locks_taken_ = 0;     ///< no more are counted than matter
};

} // namespace kit::runtime

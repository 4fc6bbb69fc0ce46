// What fences order between blocks: a thread releases what it has done, another acquires it.
//
// Nothing but this orders blocks. A thread releases by a __threadfence() and, after it, an atomic or a
// volatile store to a word of global memory; a thread that later uses an atomic or a volatile load on
// the same word acquires what was released there. A barrier passes on what was acquired and what was
// fenced to all threads of the block (CUDA C++ Programming Guide, "Memory Fence Functions"; PTX ISA,
// "Causality order"). A fence on the acquiring side is not asked for: the guide's own example has none.
//
// An atomicCAS() that fails acquires and does not release: it has written nothing that another could see.
//
// Time is counted within a block, in ticks that its fences and barriers end. Not thread-safe: one
// lock guards all of it.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kit::runtime {

/// When an access was made.
struct Moment {
    std::uint32_t block = 0;
    std::uint32_t thread = 0;
    std::uint32_t tick = 0; ///< 0: never
};

/// What was released at one word of memory, in that order.
struct ReleaseLog {
    /// All that `thread` did up to a tick or, of all_threads, what any thread of the block did.
    struct Release {
        std::uint32_t number;
        std::uint32_t tick;
    };

    /// What the releasing thread had acquired at another word.
    struct Passed {
        std::uint32_t number;
        std::uint32_t begin;
        std::uint32_t end;
    };

    static constexpr std::uint32_t all_threads = 1024;

    std::uint32_t begin = 0; ///< earlier ones were overwritten by a volatile store
    std::uint32_t end = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Release>> of_thread;
    std::map<const ReleaseLog*, std::vector<Passed>> passed;
};

/// The releases of a log that a thread has acquired.
struct Acquired {
    const ReleaseLog* log;
    std::uint32_t begin;
    std::uint32_t end;
};

/// The order within the block that a worker runs.
class BlockClock {
public:
    void begin_block(std::uint64_t block, std::uint32_t threads);

    /// All threads of the block met.
    void on_barrier();

    /// The thread called __threadfence() or __threadfence_system().
    void on_fence(std::uint32_t thread);

    /// The moment of an access that the thread makes now.
    [[nodiscard]] Moment on_access(std::uint32_t thread);

    /// Whether a barrier of this block came after the tick.
    [[nodiscard]] bool is_before_barrier(std::uint32_t tick) const { return tick < interval_; }

    [[nodiscard]] std::uint32_t block() const { return block_; }

    /// Whether a fence of the thread, or of any thread before a barrier, lies behind the thread.
    [[nodiscard]] bool has_fenced(std::uint32_t thread) const;

private:
    friend class Releases;

    struct Thread {
        std::uint32_t own_until = 0;  ///< its own accesses up to this tick are fenced
        std::uint32_t all_before = 0; ///< and of all threads' those before this one
        bool has_unfenced = false;
        std::vector<Acquired> acquired; ///< since the last barrier
    };

    std::uint32_t block_ = 0;
    std::uint32_t tick_ = 1;
    std::uint32_t interval_ = 1;   ///< the tick after the last barrier
    std::uint32_t all_before_ = 0; ///< fenced, as every thread knows by a barrier
    bool fence_in_interval_ = false;
    std::uint32_t unfenced_threads_ = 0;
    std::vector<Thread> threads_;
    std::vector<std::uint32_t> acquirers_; ///< threads with anything in `acquired`
    std::vector<Acquired> acquired_;       ///< before the last barrier
};

/// Of the whole launch.
class Releases {
public:
    /// The thread uses an atomic on the word of this address, or a volatile store, which `overwrites`
    /// what was released there. Returns the word's number of releases with this one; 0: without any.
    std::uint32_t release(std::uintptr_t address, bool overwrites, const BlockClock& clock,
                          std::uint32_t thread);

    /// The thread used an atomic on the word, or a volatile load.
    void acquire(std::uintptr_t address, BlockClock& clock, std::uint32_t thread);

    /// Whether `earlier`, of any block, comes before what the thread does now.
    [[nodiscard]] bool is_past(Moment earlier, const BlockClock& clock, std::uint32_t thread) const;

    /// Whether the thread has seen the word since its release of this number.
    [[nodiscard]] bool has_seen(std::uintptr_t address, std::uint32_t number,
                                const BlockClock& clock, std::uint32_t thread) const;

private:
    std::unordered_map<std::uintptr_t, ReleaseLog> logs_;
};

} // namespace kit::runtime

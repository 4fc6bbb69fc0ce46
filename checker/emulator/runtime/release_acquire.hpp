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
// Between GPUs only what has system scope on both sides orders: __threadfence_system() and, as the flag, an
// atomic with the suffix _system or a volatile access (PTX ISA, "Scope", "Morally strong operations"). The end of a
// kernel orders all that its GPU does later.
//
// Time is counted within a block, in ticks that its fences and barriers end. Not thread-safe: one
// lock guards all of it.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/run_order.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
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

/// The GPU of a thread that releases or acquires, and how far it is seen.
struct Side {
    std::uint32_t gpu = 0;
    bool of_system = false;

    /// Whether what one side releases the other acquires.
    [[nodiscard]] bool meets(const Side& other) const {
        return gpu == other.gpu || (of_system && other.of_system);
    }

    friend bool operator==(const Side&, const Side&) = default;
};

struct ReleaseLog;

/// The releases of a log that a thread has acquired.
struct Acquired {
    const ReleaseLog* log;
    std::uint32_t begin;
    std::uint32_t end;
    Side by;
    /// On several GPUs: the block itself, if its own releases are among them. A release of one GPU's scope then passes
    /// on nothing that the block did.
    std::uint32_t self = no_block;

    static constexpr std::uint32_t no_block = ~0u;
};

/// Adds it to the list, or to what the list has of the same log.
void add(std::vector<Acquired>& list, const Acquired& acquired);

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
        Side from;
        Acquired acquired;
    };

    static constexpr std::uint32_t all_threads = 1024;

    std::uint32_t begin = 0; ///< earlier ones were overwritten by a volatile store
    std::uint32_t end = 0;
    bool has_narrow = false; ///< a release of less than system scope
    /// By block and thread, for releases of GPU scope and wider ones, and for those of system scope.
    std::array<std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Release>>, 2>
        of_thread;
    /// By GPU: the sweeps before a Release's tick, which had ended. Likewise.
    std::array<std::map<std::uint32_t, std::vector<Release>>, 2> of_gpu;
    std::map<const ReleaseLog*, std::vector<Passed>> passed;
};

/// All that acquired releases put in the past: what they release, and what their threads had acquired before. It stays
/// as it is, since whatever is released later has a higher number.
class Past {
public:
    /// `all_of_system`: as if everything had system scope.
    Past(std::vector<Acquired> acquired, bool all_of_system);

    [[nodiscard]] bool has(const Moment& earlier);

private:
    /// What tells of one block.
    struct OfBlock {
        bool sweep_has_ended = false;
        /// Each with the number of its table in ReleaseLog::of_thread.
        std::vector<std::pair<Acquired, std::size_t>> releases;
    };

    [[nodiscard]] OfBlock look_for(std::uint32_t block) const;

    std::vector<Acquired> all_;
    bool all_of_system_;
    std::unordered_map<std::uint32_t, OfBlock> of_blocks_; ///< that were asked about
};

/// The order within the block that a worker runs.
class BlockClock {
public:
    /// `acquired`: by the kernels that its GPU ran before.
    void begin_block(std::uint64_t block, std::uint32_t threads, std::vector<Acquired> acquired);

    /// All that the block's threads acquired.
    [[nodiscard]] std::vector<Acquired> all_acquired() const;

    /// Whether they acquired anything since the block began.
    [[nodiscard]] bool has_acquired() const { return has_acquired_; }

    /// All threads of the block met.
    void on_barrier();

    /// The thread called __threadfence() or __threadfence_system().
    void on_fence(std::uint32_t thread, Scope scope);

    /// The moment of an access that the thread makes now.
    [[nodiscard]] Moment on_access(std::uint32_t thread);

    /// Whether a barrier of this block came after the tick.
    [[nodiscard]] bool is_before_barrier(std::uint32_t tick) const { return tick < interval_; }

    [[nodiscard]] std::uint32_t block() const { return block_; }

    /// Whether a fence of the thread, or of any thread before a barrier, lies behind the thread.
    [[nodiscard]] bool has_fenced(std::uint32_t thread) const {
        return has_fenced(thread, fences_.front());
    }

    /// Whether `earlier`, of any block, comes before what the thread does now; or would, if all that has GPU scope
    /// had system scope.
    [[nodiscard]] bool is_past(const Moment& earlier, std::uint32_t thread,
                               bool all_of_system = false) const;

private:
    friend class Releases;

    /// By fences of one scope or a wider one.
    struct Fences {
        struct Thread {
            std::uint32_t own_until = 0;  ///< its own accesses up to this tick are fenced
            std::uint32_t all_before = 0; ///< and of all threads' those before this one
            bool has_unfenced = false;
        };

        std::uint32_t all_before = 0; ///< fenced, as every thread knows by a barrier
        bool in_interval = false;
        std::uint32_t unfenced_threads = 0;
        std::vector<Thread> threads;
    };

    [[nodiscard]] static bool has_fenced(std::uint32_t thread, const Fences& fences) {
        return fences.threads[thread].own_until != 0 || fences.all_before != 0;
    }

    std::uint32_t block_ = 0;
    std::uint32_t tick_ = 1;
    std::uint32_t interval_ = 1;                 ///< the tick after the last barrier
    std::array<Fences, 2> fences_;               ///< of GPU scope or wider, and of system scope
    std::vector<std::vector<Acquired>> threads_; ///< what each acquired since the last barrier
    std::vector<std::uint32_t> acquirers_;       ///< threads with anything in `threads_`
    std::vector<Acquired> acquired_;             ///< before the last barrier
    bool has_acquired_ = false;

    /// By `all_of_system`, made when first asked for: of `acquired_`, and of what the thread that asked last acquired.
    using Pasts = std::array<std::optional<Past>, 2>;
    mutable Pasts past_of_block_;
    mutable Pasts past_of_thread_;
    mutable std::uint32_t asking_thread_ = 0;
};

/// The releases of the whole launch.
class Releases {
public:
    /// The thread uses an atomic on the word of this address, or a volatile store, which `overwrites`
    /// what was released there. Returns the word's number of releases with this one; 0: without any.
    std::uint32_t release(std::uintptr_t address, bool overwrites, Scope scope,
                          const BlockClock& clock, std::uint32_t thread);

    /// The thread used an atomic on the word, or a volatile load.
    void acquire(std::uintptr_t address, Scope scope, BlockClock& clock, std::uint32_t thread);

    /// Whether the thread has seen the word since its release of this number by this side.
    [[nodiscard]] bool has_seen(std::uintptr_t address, std::uint32_t number, const Side& by,
                                const BlockClock& clock, std::uint32_t thread) const;

private:
    std::unordered_map<std::uintptr_t, ReleaseLog> logs_;
};

} // namespace kit::runtime

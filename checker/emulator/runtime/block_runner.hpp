// Runs the threads of one block, one at a time, on the OS thread that called.
//
// A thread runs until it returns or waits; then the next one that can go on does. Threads of kernels without
// barriers therefore all run on one stack. The order of threads is fixed, so that every run of a block does the
// same.
#pragma once

#include "checker/emulator/runtime/entry.hpp"
#include "checker/emulator/runtime/thread_stacks.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/warp.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace kit::runtime {

/// Lines of barriers, as kit-instrument writes them: how many, then the lines. Null: none.
struct BarrierLines {
    const std::uint32_t* table = nullptr;

    [[nodiscard]] bool contains(int line) const {
        return table != nullptr &&
               std::find(table + 1, table + 1 + table[0], static_cast<std::uint32_t>(line)) !=
                   table + 1 + table[0];
    }
};

/// The submission's barriers that stand in every turn of a loop. Set before the launch.
extern BarrierLines barriers_in_loops;

class BlockRunner {
public:
    BlockRunner(Index3 block_extents, std::uint32_t variant);

    /// Runs one block; `arguments` are the addresses of the kernel's arguments. False when its threads wait for each
    /// other in a way that never ends: the event is recorded, and the runner must not be used again.
    bool run(Index3 block, void* const* arguments);

    /// A __syncthreads() of the source.
    struct Barrier {
        const void* code = nullptr; ///< where its call returns to: copies of one barrier differ
        int line = 0;               ///< what tells barriers apart
    };

    // What runs next; on the OS thread's own stack.

    /// The current thread waits at the block's barrier. It goes on with how many predicates were not zero.
    Onward after_barrier(Context own, bool predicate, Barrier barrier);

    /// The current thread is in kit_wait().
    Onward after_wait(Context own);

    /// The current thread has returned from the kernel.
    Onward after_thread();

    /// Runs the kernel as the current thread.
    void run_thread() const { kit_submission_kernel(variant_, arguments_); }

    /// How many threads met at the barrier passed last.
    [[nodiscard]] std::uint32_t barrier_arrivals() const { return released_.arrivals; }

    /// The current thread is at a return of the source, by which it avoids these barriers.
    void note_return(BarrierLines barriers) { waits_[current_].avoids = barriers; }

    /// The current thread takes part in an operation of its warp.
    std::uint64_t collective(const WarpRequest& request);

    /// The current thread waits until the other threads of its warp have come as far as they can,
    /// so that what is noted of them can be counted together.
    void pause();

    /// The current thread waits until the other threads of its warp have come as far as they can.
    /// Returns the lanes that have come to the same `code`: __activemask().
    std::uint32_t converge(const void* code);

    /// What warp operations ordered in this block.
    [[nodiscard]] const WarpOrder& order() const { return order_; }

    /// threadIdx of thread number `thread` of a block.
    [[nodiscard]] Index3 place(std::uint32_t thread) const { return places_[thread]; }

    [[nodiscard]] std::uint64_t barriers() const { return barriers_; }

    [[nodiscard]] const StackPool& stacks() const { return stacks_; }

    /// Memory for the local variables of the current thread.
    [[nodiscard]] StackPool::Locals locals() const {
        return stacks_.locals(waits_[current_].stack);
    }

private:
    enum class Next { start, resume, block_done, stuck };

    struct Released {
        std::uint32_t predicates = 0;
        std::uint32_t arrivals = 0;
    };

    /// How a thread that has begun goes on.
    struct Wait {
        Context context = nullptr;
        void* locals = nullptr;          ///< the lowest address in use
        const void* last_code = nullptr; ///< of its last access
        std::uint32_t stack = 0;         ///< that it runs on
        BarrierLines avoids;             ///< by the last return of the source that it came to
        bool returned = false;           ///< from the kernel, since the last barrier
    };

    [[nodiscard]] Onward go_on();
    [[nodiscard]] Onward begin_thread();
    [[nodiscard]] Next next();
    [[gnu::noinline]] bool next_out_of_turn();
    void leave(Context own);
    void make_current(std::uint32_t thread);
    void prefetch_next() const;
    [[gnu::noinline]] void release_barrier();
    [[nodiscard]] bool warp_goes_on(std::uint32_t warp) const;
    [[gnu::noinline]] void release_paused();
    [[gnu::noinline]] void release_converging();
    [[gnu::noinline]] void judge_barrier();
    [[gnu::noinline]] void release_lanes(Warp& warp, std::uint32_t lane);
    [[gnu::noinline]] void report_stuck();

    const std::uint32_t threads_;
    const std::uint32_t variant_; ///< of the kernel
    void* const* arguments_ = nullptr;
    std::vector<Index3> places_; ///< threadIdx of each thread
    StackPool stacks_;

    std::vector<void*> tops_;                ///< where each stack begins; null: it was never used
    std::vector<std::uint32_t> free_stacks_; ///< those that no thread is on
    std::vector<Wait> waits_;                ///< by thread

    std::uint32_t current_ = 0;
    std::uint32_t started_ = 0;
    std::uint32_t returned_ = 0;
    std::uint32_t returned_before_ = 0; ///< the last barrier
    std::uint32_t predicates_ = 0;
    std::vector<std::uint32_t> arrived_;  ///< threads at the barrier that is filling
    std::vector<std::uint32_t> resuming_; ///< threads of the barrier that was released last
    std::size_t resumed_ = 0;             ///< how many of them went on
    /// Whether one of the next three may hold a thread, which then may have to run before its turn.
    bool out_of_turn_ = false;
    std::vector<std::uint32_t> ready_;  ///< threads that a warp operation released
    std::vector<std::uint32_t> paused_; ///< threads of one warp
    /// Threads in converge(), and where.
    std::vector<std::pair<std::uint32_t, const void*>> converging_;
    std::uint32_t in_warp_operation_ = 0;
    Barrier filling_; ///< where the first of `arrived_` waits
    /// The first thread that waits elsewhere; `first` is where.
    std::optional<std::pair<Barrier, std::uint32_t>> elsewhere_;

    std::vector<Warp> warps_;
    WarpOrder order_;
    Released released_;
    std::uint64_t barriers_ = 0;
    int last_line_ = 0;       ///< of the barrier passed last
    bool is_ignored_ = false; ///< races are looked for as if it were not there

    Next outcome_ = Next::block_done;
};

} // namespace kit::runtime

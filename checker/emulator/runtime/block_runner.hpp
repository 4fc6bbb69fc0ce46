// Runs the threads of one block, one at a time, on the OS thread that called.
//
// A thread runs until it returns or waits; then the next one that can go on does. Kernels without
// barriers therefore never switch stacks, and a barrier costs one switch a thread. The order of
// threads is fixed, so that every run of a block does the same.
#pragma once

#include "checker/emulator/runtime/fiber.hpp"
#include "checker/emulator/runtime/thread_state.hpp"
#include "checker/emulator/runtime/warp.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace kit::runtime {

class BlockRunner {
public:
    /// `arguments` are the addresses of the kernel's arguments; they outlive the runner.
    BlockRunner(Index3 block_extents, std::uint32_t variant, void* const* arguments);

    /// Runs one block. False when its threads wait for each other in a way that never ends: the
    /// event is recorded, and the runner must not be used again.
    bool run(Index3 block);

    /// A __syncthreads() of the source.
    struct Barrier {
        const void* code = nullptr; ///< where its call returns to: copies of one barrier differ
        int line = 0;               ///< what tells barriers apart
    };

    /// The current thread waits at the block's barrier. Returns how many predicates were not zero.
    std::uint32_t barrier(bool predicate, Barrier barrier);

    /// How many threads met at the barrier passed last.
    [[nodiscard]] std::uint32_t barrier_arrivals() const { return released_.arrivals; }

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
    [[nodiscard]] StackPool::Locals locals() const { return stacks_.locals(fiber_of_[current_]); }

private:
    enum class Next { start, resume, block_done, stuck };

    struct Released {
        std::uint32_t predicates = 0;
        std::uint32_t arrivals = 0;
    };

    static void fiber_main();
    [[nodiscard]] std::uint32_t take_fiber();

    [[nodiscard]] Next next();
    void make_current(std::uint32_t thread);
    void prefetch_next() const;
    [[gnu::noinline]] void release_barrier();
    [[nodiscard]] bool warp_goes_on(std::uint32_t warp) const;
    [[gnu::noinline]] void release_paused();
    [[gnu::noinline]] void release_converging();
    [[gnu::noinline]] void judge_barrier();
    [[gnu::noinline]] void release_lanes(Warp& warp, std::uint32_t lane);
    void wait();
    void finish();
    void jump_to_fiber(std::uint32_t fiber, Context& own);
    [[gnu::noinline]] void leave_block(Next why, Context& own);

    const std::uint32_t threads_;
    const std::uint32_t variant_; ///< of the kernel
    void* const* arguments_;
    std::vector<Index3> places_; ///< threadIdx of each thread
    StackPool stacks_;

    std::vector<Context> fibers_; ///< where each fiber stopped; null: its stack was never used
    std::vector<std::uint32_t> free_fibers_; ///< those that run no thread
    std::vector<std::uint32_t> fiber_of_;    ///< by thread, valid once it started

    std::uint32_t current_ = 0;
    std::uint32_t started_ = 0;
    std::uint32_t returned_ = 0;
    std::uint32_t predicates_ = 0;
    std::vector<std::uint32_t> arrived_;  ///< threads at the barrier that is filling
    std::vector<std::uint32_t> resuming_; ///< threads of the barrier that was released last
    std::size_t resumed_ = 0;             ///< how many of them went on
    std::vector<std::uint32_t> ready_;    ///< threads that a warp operation released
    std::vector<std::uint32_t> paused_;   ///< threads of one warp
    /// Threads in converge(), and where.
    std::vector<std::pair<std::uint32_t, const void*>> converging_;
    std::uint32_t in_warp_operation_ = 0;
    Barrier filling_; ///< where the first of `arrived_` waits
    /// The first thread that waits elsewhere; `first` is where.
    std::optional<std::pair<Barrier, std::uint32_t>> elsewhere_;

    struct Exit {
        std::uint32_t thread;
        const void* last_code; ///< the thread's last access
    };

    std::vector<Exit> exited_; ///< threads that returned since the last barrier
    std::vector<Warp> warps_;
    WarpOrder order_;
    Released released_;
    std::uint64_t barriers_ = 0;

    Context home_ = nullptr; ///< of run()
    Next outcome_ = Next::block_done;
};

} // namespace kit::runtime

// Which block a worker runs next, and whether those that run can go on.
//
// One launch hands out its blocks by number. Several sweeps without events between them are launches that a GPU runs
// one after the other, while nothing but the kernel's flags orders those of two GPUs.
#pragma once

#include "checker/emulator/runtime/run_order.hpp"
#include "checker/emulator/wire.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace kit::runtime {

/// Which block comes next, for all workers; safe from each of them.
class BlockQueue {
public:
    /// `sweeps` on each GPU, by `workers` at once. `start_another` starts one more, and is false where none may be.
    BlockQueue(std::uint32_t sweeps, std::uint32_t workers, std::uint64_t chunk,
               std::function<bool()> start_another)
        : sweeps_(sweeps), workers_(workers), chunk_(chunk),
          start_another_(std::move(start_another)) {}

    struct Blocks {
        std::uint64_t first;
        std::uint64_t last; ///< behind the last; `first`: none are left
    };

    /// The next blocks. Waits for the end of a launch where all that may begin have begun.
    [[nodiscard]] Blocks take();

    void end_block(std::uint64_t block);

    /// No block begins after this.
    void stop();

    [[nodiscard]] bool is_stopped() const { return is_stopped_; }

    // A waiting block looks again and again at the word that another must change. If all blocks that run do so, have
    // looked often since the last change, and none can begin, they wait for ever.

    /// The worker that calls runs blocks that may wait, until end_waiting().
    void begin_waiting();
    void end_waiting();

    /// The current block has looked at a word. Has one more worker take blocks where blocks are left and one may be
    /// started. False if all blocks wait for ever.
    [[nodiscard]] bool note_look();

    /// The current block has changed a word that others may wait for. Returns whether any waits.
    [[nodiscard]] bool note_change();

private:
    /// How far a GPU has come with its launches.
    struct Launches {
        std::uint64_t sweep = 0;
        std::uint64_t begun = 0; ///< blocks of it
        std::uint64_t ended = 0;
    };

    /// How often a worker's blocks have looked since the last change.
    struct Looks {
        std::uint64_t change = 0;
        std::uint32_t count = 0;

        [[nodiscard]] bool waits() const { return change != 0; }
    };

    [[nodiscard]] bool has_blocks();
    [[nodiscard]] std::uint32_t waiting() const;
    [[nodiscard]] Launches* next_launches();
    [[nodiscard]] bool all_have_begun() const;

    const std::uint32_t sweeps_;
    const std::uint32_t workers_;
    const std::uint64_t chunk_; ///< blocks that a worker takes at a time
    const std::uint64_t blocks_ = run_order.blocks * run_order.gpus * sweeps_;
    const std::function<bool()> start_another_;
    std::atomic<std::uint64_t> next_{0};
    std::atomic<bool> is_stopped_{false};
    std::atomic<std::uint64_t> changes_{1}; ///< of words that blocks may wait for
    std::mutex mutex_;                      ///< of what follows
    std::condition_variable moved_;
    std::array<Launches, max_gpus> launches_; ///< instead of `next_`, with several sweeps
    std::map<std::thread::id, Looks> looks_;
};

} // namespace kit::runtime

// Groups the accesses of a warp's lanes into the instructions that the hardware would count.
//
// The n-th time that a lane comes by an address of the code in a turn of a loop is the same
// instruction of the warp as the n-th time of any other lane in that turn. The runner lets lanes
// run one after another, so each lane's accesses are noted until all lanes of its warp have come to
// the barrier or returned; there all begin anew. Lanes nearly always note the same code in the same
// order, and then the n-th entries of all lanes are one instruction; only where they part is it
// searched for. Rejected: a map from instruction to addresses, filled at each access; it cost five
// times as much.
#pragma once

#include "checker/emulator/runtime/access.hpp"
#include "checker/emulator/runtime/warp.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace kit::runtime {

struct LaneAddresses;

class WarpCounters {
public:
    WarpCounters();
    ~WarpCounters();
    WarpCounters(const WarpCounters&) = delete;
    WarpCounters& operator=(const WarpCounters&) = delete;

    /// Nothing is counted from now on. To be called before the first block.
    void turn_off() {
        off_ = true;
        capacity_ = ~std::uint32_t{0};
    }

    /// Requests are counted by their place in the code, too.
    void count_sites() { sites_ = std::make_unique<std::unordered_map<std::uint32_t, Site>>(); }

    /// Null if they were not counted.
    [[nodiscard]] const std::unordered_map<std::uint32_t, Site>* sites() const {
        return sites_.get();
    }

    void on_global(Access access) { note(access, false); }

    void on_shared(Access access) { note(access, true); }

    /// The same of an access that is neither atomic nor a copy, and only if not is_full().
    void add(const Access& access, bool is_shared) {
        if (off_) {
            return;
        }
        Row& row = rows_[length_++];
        const std::uint64_t flags = (is_shared ? shared_flag : 0) |
                                    (access.store ? store_flag : 0) | (access.bytes & bytes_mask);
        row.address[lane_] = access.address | flags << flags_shift;
        row.code[lane_] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code));
    }

    /// The lane begins another turn of a loop, or leaves it, as LoopTurns::take() has it.
    void on_turn(std::uint32_t turn, const void* code) {
        if (off_) {
            return;
        }
        if (is_full()) [[unlikely]] {
            make_room();
        }
        Row& row = rows_[length_++];
        row.address[lane_] = turn; // no flags: not an access
        row.code[lane_] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(code));
    }

    /// Whether the lane's next access waits for the other lanes, or needs more memory.
    [[nodiscard]] bool is_full() const { return length_ == capacity_; }

    void on_block_begin(std::uint32_t threads);
    void on_barrier();

    /// `thread` of the block runs from now on.
    void on_thread(std::uint32_t thread) {
        if (off_) {
            return;
        }
        leave_lane();
        lane_ = thread % warp_lanes;
        if (WarpState& warp = warps_[thread / warp_lanes]; &warp != current_ || !warp.log)
            [[unlikely]] {
            enter(warp);
        }
        length_ = current_->log->lengths[lane_];
    }

    /// The thread that runs came to the block's barrier, or returned.
    void on_stop(bool returned) {
        if (off_) {
            return;
        }
        current_->stopped |= std::uint32_t{1} << lane_;
        current_->returned |= std::uint32_t{returned} << lane_;
        if (current_->stopped == current_->live) [[unlikely]] {
            finish_warp();
        }
    }

    /// All lanes of the warp have a full log, or wait, or have returned.
    void on_pause(std::uint32_t warp);

    struct Traffic {
        std::uint64_t load_requests = 0;
        std::uint64_t store_requests = 0;
        std::uint64_t load_sectors = 0;
        std::uint64_t store_sectors = 0;
    };

    [[nodiscard]] const Traffic& global() const { return global_; }

    /// Without sectors: shared memory has none.
    [[nodiscard]] const Traffic& shared() const { return shared_; }

    /// Passes through the banks beyond the ideal, of loads and of stores.
    [[nodiscard]] std::uint64_t shared_load_conflicts() const { return load_conflicts_; }

    [[nodiscard]] std::uint64_t shared_store_conflicts() const { return store_conflicts_; }

    /// Requests that not all lanes took part in of those that had not returned before the last
    /// barrier.
    [[nodiscard]] std::uint64_t divergent_requests() const { return divergent_; }

    /// Repeated bytes of global memory, as repeated_bytes() counts them.
    [[nodiscard]] std::uint64_t repeated_load_bytes() const { return repeated_load_bytes_; }

    [[nodiscard]] std::uint64_t repeated_store_bytes() const { return repeated_store_bytes_; }

private:
    // Above the 48 bits of an address: what was accessed, and how.
    static constexpr std::uint32_t flags_shift = 48;
    static constexpr std::uint64_t shared_flag = 0x8000;
    static constexpr std::uint64_t store_flag = 0x4000;
    static constexpr std::uint64_t bytes_mask = 0x3fff;

    /// One entry of each lane.
    struct Row {
        std::uint64_t address[warp_lanes];
        std::uint32_t code[warp_lanes]; ///< programs lie below 4 GiB
    };

    struct Log {
        std::vector<Row> rows;
        std::uint32_t lengths[warp_lanes] = {};
    };

    struct WarpState {
        std::uint32_t live = 0;    ///< lanes that had not returned at the last barrier
        std::uint32_t stopped = 0; ///< of them, lanes at the barrier or at their end
        std::uint32_t returned = 0;
        std::unique_ptr<Log> log;
    };

    struct Search;

    void note(const Access& access, bool is_shared) {
        if (access.atomic || access.of_copy) {
            return;
        }
        if (is_full()) [[unlikely]] {
            make_room();
        }
        add(access, is_shared);
    }

    [[gnu::noinline]] void make_room();
    void enter(WarpState& warp);
    [[gnu::noinline]] void finish_warp(); ///< apart: its frame would lie on every thread's stack

    void leave_lane() {
        if (current_ != nullptr && current_->log) {
            current_->log->lengths[lane_] = length_;
        }
    }

    void flush(WarpState& warp);
    void flush_with_avx2(WarpState& warp);
    void flush_anywhere(WarpState& warp);
    void flush_with_vectors(WarpState& warp);
    void search(const Log& log, std::uint32_t first_row, std::uint32_t live);
    void count(const std::uint64_t* addresses, std::uint32_t lanes, std::uint32_t live, bool row,
               std::uint32_t code);
    [[gnu::noinline]] void count_at_site(const std::uint64_t* addresses, std::uint32_t lanes,
                                         std::uint32_t live, std::uint32_t code);
    [[gnu::noinline]] void count_others(const std::uint64_t* addresses, std::uint32_t lanes);

    bool off_ = false;

    // The lane that runs.
    Row* rows_ = nullptr;
    std::uint32_t lane_ = 0;
    std::uint32_t length_ = 0;
    std::uint32_t capacity_ = 0;
    WarpState* current_ = nullptr;

    std::vector<WarpState> warps_;
    std::vector<std::unique_ptr<Log>> free_logs_;
    std::unique_ptr<Search> search_;
    std::unique_ptr<std::unordered_map<std::uint32_t, Site>> sites_; ///< by code

    Traffic global_;
    Traffic shared_;
    std::uint64_t load_conflicts_ = 0;
    std::uint64_t store_conflicts_ = 0;
    std::uint64_t divergent_ = 0;
    std::uint64_t repeated_load_bytes_ = 0;
    std::uint64_t repeated_store_bytes_ = 0;
};

} // namespace kit::runtime

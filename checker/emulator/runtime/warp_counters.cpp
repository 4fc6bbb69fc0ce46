#include "checker/emulator/runtime/warp_counters.hpp"

#include "checker/emulator/runtime/block_runner.hpp"
#include "checker/emulator/runtime/loop_turns.hpp"
#include "checker/emulator/runtime/sectors_and_banks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kit::runtime {

namespace {

constexpr std::uint32_t first_rows = 64;

/// 6 MiB a warp, of which seldom more than one is between barriers at a time. A lane that makes
/// more accesses between barriers waits here for the others, and what all have is counted; only
/// where lanes have parted by then may an instruction be counted in two pieces.
constexpr std::uint32_t max_rows = 16384;

constexpr std::uint64_t bytes_in_row = 4;

constexpr std::uint32_t lane_bit(std::uint32_t lane) {
    return std::uint32_t{1} << lane;
}

constexpr auto lane_bits = [] {
    std::array<std::uint32_t, warp_lanes> bits{};
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
        bits[lane] = lane_bit(lane);
    }
    return bits;
}();

/// From each lane's address to the one that it has in a row of words.
constexpr auto places_in_row = [] {
    std::array<std::uint64_t, warp_lanes> places{};
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
        places[lane] = lane * bytes_in_row;
    }
    return places;
}();

/// The lanes that made a pass with some number, and the pass from which on fewer did. No branches in its loops:
/// compilers make vectors of them.
struct Passers {
    std::uint32_t lanes = 0;
    std::uint32_t end = ~0u;
    std::uint32_t all_bits[warp_lanes]; ///< all ones for each such lane, else 0
    std::uint64_t all_64_bits[warp_lanes];

    Passers(const std::uint32_t* lengths, std::uint32_t number) {
        for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
            all_bits[lane] =
                static_cast<std::int32_t>(lengths[lane]) > static_cast<std::int32_t>(number) ? ~0u
                                                                                             : 0;
        }
        for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
            lanes |= all_bits[lane] & lane_bits[lane];
            end = std::min(end, lengths[lane] | ~all_bits[lane]);
        }
        for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
            all_64_bits[lane] =
                static_cast<std::uint64_t>(static_cast<std::int32_t>(all_bits[lane]));
        }
    }

    /// Whether they all name the same code.
    [[nodiscard]] bool same_code(const std::uint32_t* code) const {
        const std::uint32_t wanted = code[__builtin_ctz(lanes)];
        std::uint32_t different = 0;
        for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
            different |= (code[lane] ^ wanted) & all_bits[lane];
        }
        return different == 0;
    }

    /// Whether each of them names the 4-byte word after its neighbour's, the most common order.
    [[nodiscard]] bool same_row(const std::uint64_t* addresses) const {
        const auto first = static_cast<std::uint32_t>(__builtin_ctz(lanes));
        const std::uint64_t begin = addresses[first] - places_in_row[first];
        std::uint64_t different = begin % bytes_in_row;
        for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
            different |= (addresses[lane] ^ (begin + places_in_row[lane])) & all_64_bits[lane];
        }
        return different == 0;
    }
};

} // namespace

/// Where lanes part: instructions found by code, turns of loops and occurrence.
struct WarpCounters::Search {
    static constexpr std::uint32_t none = ~0u;

    struct Instruction {
        std::uint64_t address[warp_lanes];
        std::uint32_t lanes;
        std::uint32_t code;
        std::uint32_t next; ///< the same code's next occurrence
    };

    /// An entry of a hash table.
    struct Code {
        std::uint64_t code = 0;   ///< and above it a number for the turns
        std::uint32_t search = 0; ///< number of the search that made the entry
        std::uint32_t lane = 0;   ///< the last that came by
        std::uint32_t last = 0;   ///< its last occurrence
        std::uint32_t first = 0;
    };

    std::vector<Code> codes = std::vector<Code>(256); ///< a power of two
    std::uint32_t used = 0;
    std::uint32_t number = 0;
    std::vector<Instruction> instructions;

    void begin() {
        instructions.clear();
        used = 0;
        if (++number == 0) { // after 4 billion searches old entries would look new
            std::fill(codes.begin(), codes.end(), Code{});
            number = 1;
        }
    }

    Code& find(std::uint64_t code) {
        std::size_t i = (code ^ code >> 32) * std::size_t{0x9e3779b1} >> 8;
        for (;; ++i) {
            Code& entry = codes[i & (codes.size() - 1)];
            if (entry.search == number && entry.code == code) {
                return entry;
            }
            if (entry.search != number) {
                if (used * 2 >= codes.size()) {
                    grow();
                    return find(code);
                }
                ++used;
                entry = {code, number, none, none, none};
                return entry;
            }
        }
    }

    void grow() {
        std::vector<Code> old(codes.size() * 2);
        old.swap(codes);
        used = 0;
        for (const Code& entry : old) {
            if (entry.search == number) {
                find(entry.code) = entry;
            }
        }
    }

    /// `lane` came by the code again in its turns of loops.
    Instruction& come_by(std::uint32_t code, std::uint32_t turns, std::uint32_t lane) {
        Code& entry = find(std::uint64_t{turns} << 32 | code);
        std::uint32_t& next = entry.lane != lane ? entry.first : instructions[entry.last].next;
        if (next == none) {
            next = static_cast<std::uint32_t>(instructions.size());
            entry.last = next; // before `next` is moved with the vector
            Instruction& made = instructions.emplace_back();
            made.lanes = 0;
            made.code = code;
            made.next = none;
        } else {
            entry.last = next;
        }
        entry.lane = lane;
        return instructions[entry.last];
    }
};

WarpCounters::WarpCounters() : search_(std::make_unique<Search>()) {}

WarpCounters::~WarpCounters() = default;

void WarpCounters::on_block_begin(std::uint32_t threads) {
    current_ = nullptr;
    warps_.resize((threads + warp_lanes - 1) / warp_lanes);
    for (std::uint32_t i = 0; i < warps_.size(); ++i) {
        const std::uint32_t lanes = std::min(threads - i * warp_lanes, warp_lanes);
        warps_[i].live = lanes == warp_lanes ? ~0u : lane_bit(lanes) - 1;
        warps_[i].stopped = 0;
        warps_[i].returned = 0;
    }
}

void WarpCounters::on_barrier() {
    for (WarpState& warp : warps_) {
        warp.live &= ~warp.returned;
        warp.stopped = 0;
    }
}

void WarpCounters::enter(WarpState& warp) {
    current_ = &warp;
    if (!warp.log) {
        if (free_logs_.empty()) {
            free_logs_.push_back(std::make_unique<Log>());
            free_logs_.back()->rows.resize(first_rows);
        }
        warp.log = std::move(free_logs_.back());
        free_logs_.pop_back();
    }
    Log& log = *warp.log;
    rows_ = log.rows.data();
    capacity_ = static_cast<std::uint32_t>(log.rows.size());
}

void WarpCounters::finish_warp() {
    leave_lane();
    flush(*current_);
    free_logs_.push_back(std::move(current_->log));
    current_ = nullptr;
}

void WarpCounters::make_room() {
    Log& log = *current_->log;
    if (length_ < max_rows) {
        log.rows.resize(std::size_t{length_} * 2);
    } else {
        thread_state.runner->pause();
        return; // on_thread has made this lane the current one again, with an empty log
    }
    rows_ = log.rows.data();
    capacity_ = static_cast<std::uint32_t>(log.rows.size());
}

void WarpCounters::on_pause(std::uint32_t warp) {
    leave_lane();
    current_ = nullptr;
    flush(warps_[warp]);
}

/// `row`: each lane names the word after its neighbour's. Without it the counts are the same.
[[gnu::always_inline]] inline void WarpCounters::count(const std::uint64_t* addresses,
                                                       std::uint32_t lanes, std::uint32_t live,
                                                       bool row, std::uint32_t code) {
    // The flags above the addresses are those of the code, and so the same in all lanes.
    const std::uint64_t flags = addresses[__builtin_ctz(lanes)] >> flags_shift;
    if (flags == 0) {
        return; // a turn
    }
    if (sites_ != nullptr) [[unlikely]] {
        count_at_site(addresses, lanes, live, code);
    }
    divergent_ += lanes != live ? 1 : 0;
    if (row && (flags & (shared_flag | bytes_mask)) == (shared_flag | bytes_in_row)) {
        // Most are: they have no conflicts.
        ((flags & store_flag) != 0 ? shared_.store_requests : shared_.load_requests) += 1;
    } else {
        count_others(addresses, lanes);
    }
}

[[gnu::always_inline]] inline void WarpCounters::flush_with_vectors(WarpState& warp) {
    Log& log = *warp.log;
    Passers passers(log.lengths, 0);
    for (std::uint32_t number = 0; passers.lanes != 0; ++number) {
        const Row& row = log.rows[number];
        if (!passers.same_code(row.code)) {
            // Up to here all lanes made the same passes, so that counting them may begin anew.
            search(log, number, warp.live);
            break;
        }
        count(row.address, passers.lanes, warp.live, passers.same_row(row.address),
              row.code[__builtin_ctz(passers.lanes)]);
        if (number + 1 == passers.end) {
            passers = Passers(log.lengths, number + 1);
        }
    }
    std::fill(std::begin(log.lengths), std::end(log.lengths), 0);
}

void WarpCounters::flush_anywhere(WarpState& warp) {
    flush_with_vectors(warp);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void WarpCounters::flush_with_avx2(WarpState& warp) {
    flush_with_vectors(warp);
}

void WarpCounters::flush(WarpState& warp) {
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    has_avx2 ? flush_with_avx2(warp) : flush_anywhere(warp);
}
#else
void WarpCounters::flush(WarpState& warp) {
    flush_anywhere(warp);
}
#endif

void WarpCounters::search(const Log& log, std::uint32_t first_row, std::uint32_t live) {
    search_->begin();
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
        LoopTurns turns;
        for (std::uint32_t number = first_row; number < log.lengths[lane]; ++number) {
            const Row& row = log.rows[number];
            if (row.address[lane] >> flags_shift == 0) {
                turns.take(static_cast<std::uint32_t>(row.address[lane]));
                continue;
            }
            Search::Instruction& found = search_->come_by(row.code[lane], turns.number(), lane);
            found.address[lane] = row.address[lane];
            found.lanes |= lane_bit(lane);
        }
    }
    for (const Search::Instruction& found : search_->instructions) {
        count(found.address, found.lanes, live, false, found.code);
    }
}

void WarpCounters::count_at_site(const std::uint64_t* addresses, std::uint32_t lanes,
                                 std::uint32_t live, std::uint32_t code) {
    const std::uint64_t flags = addresses[__builtin_ctz(lanes)] >> flags_shift;
    const LaneAddresses request{addresses, lanes, static_cast<std::uint32_t>(flags & bytes_mask)};
    Site& site = (*sites_)[code];
    site.code = code;
    site.is_shared = (flags & shared_flag) != 0 ? 1 : 0;
    site.is_store = (flags & store_flag) != 0 ? 1 : 0;
    site.requests += 1;
    const auto taking_part = static_cast<std::uint64_t>(__builtin_popcount(lanes));
    site.lanes += taking_part;
    site.bytes += taking_part * request.bytes;
    site.divergent += lanes != live ? 1 : 0;
    if (site.is_shared == 0) {
        site.sectors += sectors(request);
    } else if (const std::uint32_t passes = wavefronts(request, site.is_store != 0); passes > 1) {
        site.conflicts += passes - ideal_wavefronts(request, passes);
    }
}

void WarpCounters::count_others(const std::uint64_t* addresses, std::uint32_t lanes) {
    const std::uint64_t flags = addresses[__builtin_ctz(lanes)] >> flags_shift;
    const LaneAddresses request{addresses, lanes, static_cast<std::uint32_t>(flags & bytes_mask)};
    const bool store = (flags & store_flag) != 0;
    if ((flags & shared_flag) == 0) {
        (store ? global_.store_requests : global_.load_requests) += 1;
        (store ? global_.store_sectors : global_.load_sectors) += sectors(request);
        (store ? repeated_store_bytes_ : repeated_load_bytes_) += repeated_bytes(request);
        return;
    }
    (store ? shared_.store_requests : shared_.load_requests) += 1;
    const std::uint32_t passes = wavefronts(request, store);
    if (passes > 1) {
        (store ? store_conflicts_ : load_conflicts_) += passes - ideal_wavefronts(request, passes);
    }
}

} // namespace kit::runtime

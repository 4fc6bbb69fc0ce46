#include "checker/emulator/runtime/warp.hpp"

// The operations' numbers are those that the submission was compiled with.
#include "checker/emulator/include/kit/warp.h"
#include "checker/emulator/run_mode.hpp"

#include <algorithm>
#include <cstdlib>

extern "C" {
extern std::uint32_t kit_unset_float; // launch.cpp
extern std::uint64_t kit_unset_double;
}

namespace kit::runtime {

namespace {

constexpr std::uint32_t bit(std::uint32_t lane) {
    return std::uint32_t{1} << lane;
}

/// Whether the two lanes wait for each other. Lanes that have returned may be in the mask of one: who came
/// first could not know.
bool meets(const WarpRequest& a, const WarpRequest& b, std::uint32_t live) {
    return ((a.mask ^ b.mask) & live) == 0 && a.operation == b.operation;
}

/// Calls `visit` with the number of each of the lanes.
template <class Visit>
void each_lane(std::uint32_t lanes, const Visit& visit) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        visit(static_cast<std::uint32_t>(__builtin_ctz(rest)));
    }
}

/// The lane that `lane` reads from, as the PTX manual defines shfl.sync; a lane whose source would
/// be outside its segment reads itself.
std::uint32_t shuffle_source(const WarpRequest& request, std::uint32_t lane) {
    const std::uint32_t width = static_cast<std::uint32_t>(request.width);
    const std::uint32_t first = lane / width * width;
    const std::uint32_t last = first + width - 1;
    std::uint32_t source = lane;
    switch (request.operation) {
    case kit_warp_shuffle: source = first + request.operand % width; break;
    case kit_warp_shuffle_up:
        source = lane < first + request.operand ? lane : lane - request.operand;
        break;
    case kit_warp_shuffle_down:
        source = request.operand > last - lane ? lane : lane + request.operand;
        break;
    case kit_warp_shuffle_xor:
        // Only a source above the segment is out of it: lower lanes may be read.
        source = (lane ^ request.operand) > last ? lane : lane ^ request.operand;
        break;
    default: break;
    }
    return source % warp_lanes;
}

/// What CUDA leaves undefined: the value of a lane that takes no part in the shuffle.
std::uint64_t value_of_nobody(const WarpRequest& request) {
    constexpr int most_lines = 8190;
    const auto line = static_cast<std::uint32_t>(std::abs(request.line));
    if (line == 0 || line > most_lines) {
        return request.value ^ 0x2545'f491'4f6c'dd1du; // of no number that a kernel computes with
    }
    return request.line > 0 ? std::uint64_t{kit_unset_float | line << 8}
                            : kit_unset_double | std::uint64_t{line << 8} << unset_shift_of_double;
}

} // namespace

void Warp::arrive(std::uint32_t lane, const WarpRequest& request) {
    WarpRequest& own = requests[lane];
    own = request;
    own.mask |= bit(lane);
    if (waiting == 0) {
        alike = true;
    } else if (alike) {
        alike = meets(own, requests[static_cast<std::uint32_t>(__builtin_ctz(waiting))], live);
    }
    waiting |= bit(lane);
}

std::uint32_t Warp::missing(std::uint32_t lane) const {
    const WarpRequest& own = requests[lane];
    std::uint32_t absent = own.mask & live & ~waiting;
    if (alike) {
        return absent;
    }
    for (std::uint32_t rest = own.mask & live & waiting; rest != 0; rest &= rest - 1) {
        const std::uint32_t other = static_cast<std::uint32_t>(__builtin_ctz(rest));
        if (!meets(requests[other], own, live)) {
            absent |= bit(other);
        }
    }
    return absent;
}

std::uint32_t Warp::complete(std::uint32_t lane) {
    const std::uint32_t lanes = requests[lane].mask & live;
    const auto equal_to = [&](std::uint64_t value) {
        std::uint32_t equal = 0;
        each_lane(lanes, [&](std::uint32_t other) {
            equal |= requests[other].value == value ? bit(other) : 0;
        });
        return equal;
    };
    const auto give_all = [&](std::uint32_t result) {
        each_lane(lanes, [&](std::uint32_t to) { results[to] = result; });
    };
    switch (requests[lane].operation) {
    case kit_warp_barrier: break;
    case kit_warp_ballot: give_all(lanes & ~equal_to(0)); break;
    case kit_warp_match_all: give_all(equal_to(requests[lane].value) == lanes ? lanes : 0); break;
    case kit_warp_match_any:
        each_lane(lanes, [&](std::uint32_t to) { results[to] = equal_to(requests[to].value); });
        break;
    default:
        each_lane(lanes, [&](std::uint32_t to) {
            const std::uint32_t source = shuffle_source(requests[to], to);
            results[to] =
                (lanes & bit(source)) != 0 ? requests[source].value : value_of_nobody(requests[to]);
        });
        break;
    }
    waiting &= ~lanes;
    return lanes;
}

void WarpOrder::begin_block(std::uint32_t threads) {
    threads_ = threads;
    used_ = false;
    partial_ = false;
    clocks_.resize((threads + warp_lanes - 1) / warp_lanes);
}

void WarpOrder::meet(std::uint32_t warp, std::uint32_t lanes) {
    if (!used_) {
        used_ = true;
        std::fill(clocks_.begin(), clocks_.end(), WarpClocks{});
    }
    const std::uint32_t present = std::min(threads_ - warp * warp_lanes, warp_lanes);
    partial_ |= lanes != ~std::uint32_t{0} >> (warp_lanes - present);
    WarpClocks& clocks = clocks_[warp];
    if (clocks.met == lanes) {
        // They met last, too, so that all know the same.
        ++clocks.meetings;
        return;
    }
    clocks.add_meetings();
    Lane known{};
    each_lane(lanes, [&](std::uint32_t lane) {
        for (std::uint32_t other = 0; other < warp_lanes; ++other) {
            known[other] = std::max(known[other], clocks.lanes[lane][other]);
        }
    });
    each_lane(lanes, [&](std::uint32_t lane) { clocks.lanes[lane] = known; });
    // From here on each lane is at a later moment than any that the others know.
    clocks.met = lanes;
    clocks.meetings = 1;
}

void WarpOrder::WarpClocks::add_meetings() {
    each_lane(met, [this](std::uint32_t lane) {
        each_lane(met, [&](std::uint32_t other) {
            lanes[lane][other] = static_cast<std::uint16_t>(lanes[lane][other] + meetings);
        });
    });
    met = 0;
    meetings = 0;
}

} // namespace kit::runtime

#include "checker/emulator/runtime/warp.hpp"

// The operations' numbers are those that the submission was compiled with.
#include "checker/emulator/include/kit/warp.h"

#include <algorithm>

namespace kit::runtime {

namespace {

constexpr std::uint32_t bit(std::uint32_t lane) {
    return std::uint32_t{1} << lane;
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

} // namespace

std::uint32_t Warp::missing(std::uint32_t lane) const {
    const WarpRequest& own = requests[lane];
    std::uint32_t absent = own.mask & live & ~waiting;
    for (std::uint32_t rest = own.mask & live & waiting; rest != 0; rest &= rest - 1) {
        const std::uint32_t other = static_cast<std::uint32_t>(__builtin_ctz(rest));
        if (requests[other].mask != own.mask || requests[other].operation != own.operation) {
            absent |= bit(other);
        }
    }
    return absent;
}

std::uint32_t Warp::complete(std::uint32_t lane) {
    const std::uint32_t lanes = requests[lane].mask & live;
    std::uint32_t ballot = 0;
    bool all_equal = true;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const std::uint32_t other = static_cast<std::uint32_t>(__builtin_ctz(rest));
        ballot |= requests[other].value != 0 ? bit(other) : 0;
        all_equal = all_equal && requests[other].value == requests[lane].value;
    }
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const std::uint32_t to = static_cast<std::uint32_t>(__builtin_ctz(rest));
        switch (requests[to].operation) {
        case kit_warp_barrier: break;
        case kit_warp_ballot: results[to] = ballot; break;
        case kit_warp_match_all: results[to] = all_equal ? lanes : 0; break;
        case kit_warp_match_any:
            results[to] = 0;
            for (std::uint32_t others = lanes; others != 0; others &= others - 1) {
                const std::uint32_t other = static_cast<std::uint32_t>(__builtin_ctz(others));
                if (requests[other].value == requests[to].value) {
                    results[to] |= bit(other);
                }
            }
            break;
        default: results[to] = requests[shuffle_source(requests[to], to)].value; break;
        }
    }
    waiting &= ~lanes;
    return lanes;
}

void WarpOrder::begin_block(std::uint32_t threads) {
    used_ = false;
    clocks_.resize((threads + warp_lanes - 1) / warp_lanes);
}

void WarpOrder::meet(std::uint32_t warp, std::uint32_t lanes) {
    if (!used_) {
        used_ = true;
        std::fill(clocks_.begin(), clocks_.end(), std::array<Lane, warp_lanes>{});
    }
    auto& clocks = clocks_[warp];
    Lane known{};
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const Lane& lane = clocks[static_cast<std::uint32_t>(__builtin_ctz(rest))];
        for (std::uint32_t other = 0; other < warp_lanes; ++other) {
            known[other] = std::max(known[other], lane[other]);
        }
    }
    // From here on each lane is at a later moment than any that the others know.
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        ++known[static_cast<std::uint32_t>(__builtin_ctz(rest))];
    }
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        clocks[static_cast<std::uint32_t>(__builtin_ctz(rest))] = known;
    }
}

} // namespace kit::runtime

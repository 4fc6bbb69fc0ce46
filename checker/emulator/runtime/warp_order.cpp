#include "checker/emulator/runtime/warp_order.hpp"

#include <algorithm>

namespace kit::runtime {

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

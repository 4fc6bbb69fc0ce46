// What __syncwarp, shuffles and votes order among the lanes of a warp: vector clocks.
#pragma once

#include "checker/emulator/runtime/warp.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace kit::runtime {

/// For each lane the moments of the other lanes that it knows to be past. A lane's moments count
/// the operations it took part in. Warps that use no such operation cost nothing.
class WarpOrder {
public:
    void begin_block(std::uint32_t threads);

    /// The lanes met in an operation: what any of them did before is past for all of them.
    void meet(std::uint32_t warp, std::uint32_t lanes);

    /// The thread's moment now.
    [[nodiscard]] std::uint16_t moment(std::uint32_t thread) const {
        return used_ ? clocks_[thread / warp_lanes][thread % warp_lanes][thread % warp_lanes] : 0;
    }

    /// Whether what `earlier` did at its `moment` is past for `later`, a thread of the same block.
    [[nodiscard]] bool is_past(std::uint32_t earlier, std::uint16_t moment,
                               std::uint32_t later) const {
        return used_ && earlier / warp_lanes == later / warp_lanes &&
               clocks_[later / warp_lanes][later % warp_lanes][earlier % warp_lanes] > moment;
    }

    /// Whether operations of a warp may have ordered what the two threads did.
    [[nodiscard]] bool may_order(std::uint32_t a, std::uint32_t b) const {
        return used_ && a / warp_lanes == b / warp_lanes;
    }

private:
    using Lane = std::array<std::uint16_t, warp_lanes>;

    std::vector<std::array<Lane, warp_lanes>> clocks_;
    bool used_ = false; ///< in this block
};

} // namespace kit::runtime

// The 32 lanes of a warp: who has come to a collective operation, and what each gets from it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace kit::runtime {

constexpr std::uint32_t warp_lanes = 32;

/// A lane's part in a shuffle, vote or barrier of its warp.
struct WarpRequest {
    int operation = 0;       ///< KitWarpOperation of kit/warp.h
    std::uint32_t mask = 0;  ///< the lanes that take part
    std::uint64_t value = 0; ///< what the lane gives
    std::uint32_t operand = 0;
    int width = 32;             ///< lanes of a shuffle's segment: 1, 2, 4, 8, 16 or 32
    const void* code = nullptr; ///< where its call returns to
    int line = 0;               ///< as in kit/warp.h
};

struct Warp {
    std::uint32_t live = 0;    ///< lanes that exist and have not returned
    std::uint32_t waiting = 0; ///< lanes inside an operation
    /// Whether all lanes that wait came to the same operation with the same mask, as nearly always.
    bool alike = true;
    std::array<WarpRequest, warp_lanes> requests;
    std::array<std::uint64_t, warp_lanes> results{};

    /// `lane` comes to an operation and waits in it.
    void arrive(std::uint32_t lane, const WarpRequest& request);

    /// Lanes that the request of `lane` must still wait for: those of its mask that are live and
    /// have not come to the same operation with the same mask.
    [[nodiscard]] std::uint32_t missing(std::uint32_t lane) const;

    /// Computes the results of all lanes in the mask of `lane`, none of which is missing, and lets
    /// them go. Returns those lanes.
    std::uint32_t complete(std::uint32_t lane);
};

/// For each lane the moments of the other lanes that it knows to be past. A lane's moments count
/// the operations it took part in. Warps that use no such operation cost nothing, and those whose lanes
/// always meet together cost little.
class WarpOrder {
public:
    void begin_block(std::uint32_t threads);

    /// The lanes met in an operation: what any of them did before is past for all of them.
    void meet(std::uint32_t warp, std::uint32_t lanes);

    /// The thread's moment now.
    [[nodiscard]] std::uint16_t moment(std::uint32_t thread) const {
        return used_ ? clocks_[thread / warp_lanes].known(thread % warp_lanes, thread % warp_lanes)
                     : 0;
    }

    /// Whether what `earlier` did at its `moment` is past for `later`, a thread of the same block.
    [[nodiscard]] bool is_past(std::uint32_t earlier, std::uint16_t moment,
                               std::uint32_t later) const {
        return used_ && earlier / warp_lanes == later / warp_lanes &&
               clocks_[later / warp_lanes].known(later % warp_lanes, earlier % warp_lanes) > moment;
    }

    /// Whether any warp of the block has used such an operation.
    [[nodiscard]] bool used() const { return used_; }

    /// Whether lanes of a warp of the block have met without the others. Until then all lanes of a warp
    /// know the same, and of two accesses the later one has the later moment.
    [[nodiscard]] bool partial() const { return partial_; }

    /// Whether operations of a warp may have ordered what the two threads did.
    [[nodiscard]] bool may_order(std::uint32_t a, std::uint32_t b) const {
        return used_ && a / warp_lanes == b / warp_lanes;
    }

private:
    using Lane = std::array<std::uint16_t, warp_lanes>;

    struct WarpClocks {
        std::array<Lane, warp_lanes> lanes{}; ///< without the meetings below
        std::uint32_t met = 0;                ///< the lanes that met last
        std::uint16_t meetings = 0;           ///< how often they did, one after the other

        /// The moments of lane `other` that are past for `lane`.
        [[nodiscard]] std::uint16_t known(std::uint32_t lane, std::uint32_t other) const {
            const bool both = (met >> lane & met >> other & 1) != 0;
            return static_cast<std::uint16_t>(lanes[lane][other] + (both ? meetings : 0));
        }

        void add_meetings();
    };

    std::vector<WarpClocks> clocks_;
    std::uint32_t threads_ = 0; ///< of the block
    bool used_ = false;         ///< in this block
    bool partial_ = false;      ///< in this block
};

} // namespace kit::runtime

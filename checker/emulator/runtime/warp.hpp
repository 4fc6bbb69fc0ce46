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
};

struct Warp {
    std::uint32_t live = 0;    ///< lanes that exist and have not returned
    std::uint32_t waiting = 0; ///< lanes inside an operation
    std::array<WarpRequest, warp_lanes> requests;
    std::array<std::uint64_t, warp_lanes> results{};

    /// Lanes that the request of `lane` must still wait for: those of its mask that are live and
    /// have not come to the same operation with the same mask.
    [[nodiscard]] std::uint32_t missing(std::uint32_t lane) const;

    /// Computes the results of all lanes in the mask of `lane`, none of which is missing, and lets
    /// them go. Returns those lanes.
    std::uint32_t complete(std::uint32_t lane);
};

} // namespace kit::runtime

// Sizes along the axes: grids, blocks, tiles and launches all have this one shape.
#pragma once

#include <cstdint>

namespace analytics {

/// Cells, threads or blocks along x (fastest in memory), y and z (slowest), in the order of CUDA's
/// dim3. An axis that is not used is 1.
struct Extents {
    std::int64_t x = 1;
    std::int64_t y = 1;
    std::int64_t z = 1;

    /// Axis 0 is x, 1 is y, 2 is z; others do not exist.
    [[nodiscard]] std::int64_t& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }

    [[nodiscard]] std::int64_t operator[](int axis) const {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    friend bool operator==(const Extents&, const Extents&) = default;
};

/// x · y · z. Throws Overflow.
[[nodiscard]] std::int64_t total(const Extents& extents);

/// 'x', 'y' or 'z'.
[[nodiscard]] char axis_name(int axis);

} // namespace analytics

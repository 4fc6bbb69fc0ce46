// Sizes along the axes: grids, blocks, tiles and launches all have this one shape.
#pragma once

#include <array>
#include <cstdint>

namespace kit {

/// Cells, threads or blocks along x (fastest in memory), y and z (slowest), in the order of CUDA's
/// dim3. An axis that is not used is 1.
struct Extents {
    std::int64_t x = 1;
    std::int64_t y = 1;
    std::int64_t z = 1;

    /// Axis 0 is x, 1 is y, 2 is z; others do not exist.
    [[nodiscard]] std::int64_t& operator[](std::size_t axis) {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    [[nodiscard]] std::int64_t operator[](std::size_t axis) const {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    [[nodiscard]] std::int64_t cells() const { return x * y * z; }

    /// Row-major position of cell (x, y, z).
    [[nodiscard]] std::int64_t index(std::int64_t cx, std::int64_t cy, std::int64_t cz) const {
        return (cz * y + cy) * x + cx;
    }

    /// The cell at a row-major position: {x, y, z}.
    [[nodiscard]] std::array<std::int64_t, 3> cell(std::int64_t index) const {
        const std::int64_t row = index / x;
        return {index % x, row % y, row / y};
    }

    friend bool operator==(const Extents&, const Extents&) = default;
};

/// 'x', 'y' or 'z'.
[[nodiscard]] constexpr char axis_name(int axis) {
    return "xyz"[axis];
}

} // namespace kit

// How many cells a grid has along each axis: the one shape that labs, cases and reports share.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace kit {

/// Cells along x (fastest in memory), y and z (slowest), boundary cells included; the order is that
/// of CUDA's dim3. An axis that a lab does not have is 1.
struct Extents {
    std::int64_t x = 1;
    std::int64_t y = 1;
    std::int64_t z = 1;

    [[nodiscard]] std::int64_t cells() const { return x * y * z; }

    /// Row-major position of cell (x, y, z).
    [[nodiscard]] std::int64_t index(std::int64_t cx, std::int64_t cy, std::int64_t cz) const {
        return (cz * y + cy) * x + cx;
    }

    /// The cell at a row-major position: {x, y, z}.
    [[nodiscard]] std::array<std::int64_t, 3> cell(std::int64_t index) const {
        return {index % x, index / x % y, index / (x * y)};
    }

    friend bool operator==(const Extents&, const Extents&) = default;
};

} // namespace kit

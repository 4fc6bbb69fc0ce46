// Where a stencil's terms come from near the border: the five boundary rules, one axis at a time.
#pragma once

#include "checker/model/lab.hpp"

#include <array>
#include <cstdint>

namespace kit {

/// Cells at least the stencil's reach away from the border on every axis of the lab; empty where
/// the grid is too small. The others are boundary cells.
struct Interior {
    std::array<std::int64_t, 3> first{}; ///< x, y, z
    std::array<std::int64_t, 3> last{};  ///< one past the last

    [[nodiscard]] bool contains(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return first[0] <= x && x < last[0] && has_row(y, z);
    }

    /// Whether row (y, z) lies away from the border in y and z.
    [[nodiscard]] bool has_row(std::int64_t y, std::int64_t z) const {
        return first[1] <= y && y < last[1] && first[2] <= z && z < last[2];
    }

    [[nodiscard]] std::int64_t cells() const {
        return (last[0] - first[0]) * (last[1] - first[1]) * (last[2] - first[2]);
    }
};

[[nodiscard]] Interior interior(const Lab& lab, const Extents& extents);

/// One axis of a grid under one stencil.
struct Axis {
    std::int64_t extent = 1;
    int lowest = 0;  ///< least offset of any term along this axis, at most 0
    int highest = 0; ///< greatest offset, at least 0
};

/// The axes x, y and z.
[[nodiscard]] std::array<Axis, 3> axes_of(const Lab& lab, const Extents& extents);

/// `source` returns this for a cell that counts as 0.
inline constexpr std::int64_t outside = -1;

/// Under the rule one_sided, on an axis that the stencil fits on: where in the stencil the cell is
/// after the stencil has moved, 0 for its low end; -lowest in the middle of the axis.
[[nodiscard]] std::int64_t place_in_stencil(const Axis& axis, std::int64_t at);

/// The coordinate that the term at `offset` reads for the output cell at `at`.
///
/// one_sided: the whole stencil moves inwards along the axis by the fewest cells that bring
/// [at + lowest, at + highest] onto the grid; place_in_stencil() says which set of coefficients is
/// then the cell's. `outside` on an axis shorter than the stencil.
/// keep: asked for interior cells only, where every term lies on the grid.
[[nodiscard]] std::int64_t source(BoundaryRule rule, const Axis& axis, std::int64_t at, int offset);

} // namespace kit

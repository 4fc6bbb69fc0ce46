// Where a stencil's terms come from near the border: the five boundary rules, one axis at a time.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/cell.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace kit {

using Cell = std::array<std::int64_t, 3>; ///< x, y, z

/// Cells at least the stencil's reach away from the border on every axis of the lab; empty where
/// the grid is too small. The others are boundary cells.
struct Interior {
    Cell first{};
    Cell last{}; ///< one past the last, on each axis

    [[nodiscard]] bool contains(const Cell& cell) const {
        return first[0] <= cell[0] && cell[0] < last[0] && has_row(cell[1], cell[2]);
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

/// The axes x, y and z.
[[nodiscard]] std::array<StencilAxis, 3> axes_of(const Lab& lab, const Extents& extents);

/// The grid as cell.hpp's functions take it.
[[nodiscard]] CellGrid cell_grid(const Lab& lab, const Extents& extents);

/// The stencil's terms likewise, one for each coefficient. `inputs` says where each input begins, in
/// elements from the first.
[[nodiscard]] std::vector<CellTerm> cell_terms(const Lab& lab, std::span<const double> coefficients,
                                               const std::vector<std::int64_t>& inputs = {0});

/// The coordinate that the term at `offset` reads for the output cell at `at`.
///
/// one_sided: the whole stencil moves inwards along the axis by the fewest cells that bring
/// [at + lowest, at + highest] onto the grid; place_in_stencil() says which set of coefficients the
/// cell then has. `outside` on an axis shorter than the stencil.
/// keep: asked for interior cells only, where every term lies on the grid.
[[nodiscard]] inline std::int64_t source(BoundaryRule rule, const StencilAxis& axis,
                                         std::int64_t at, int offset) {
    return source(static_cast<std::int64_t>(rule), axis, at, offset);
}

/// The input's elements that the formula takes for the cell, in the order of its terms.
[[nodiscard]] std::vector<std::int64_t> elements_for(const Lab& lab, const Extents& extents,
                                                     const Cell& cell);

} // namespace kit

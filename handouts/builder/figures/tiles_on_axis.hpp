// Where the first tiles of an axis lie on the grid's cells.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array tiles_on_axis_sizes{
    FigureSize{"tile", 6, 2, 8},
    FigureSize{"radius", 1, 1, 2},
    FigureSize{"tiles", 3, 2, 4},
};

/// Output tiles above the cells, input tiles below.
[[nodiscard]] Drawing tiles_on_axis(const FigureSizes& sizes);

} // namespace handouts

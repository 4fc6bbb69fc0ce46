// A slice of a grid under blocks of a thread for each cell: who computes and who does not.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array covered_grid_sizes{
    FigureSize{"cells", 11, 3, 30},
    FigureSize{"block", 4, 2, 16},
    FigureSize{"radius", 1, 1, 4},
};

/// Cells of the blocks beyond the grid are drawn, too.
[[nodiscard]] Drawing covered_grid(const FigureSizes& sizes);

} // namespace handouts

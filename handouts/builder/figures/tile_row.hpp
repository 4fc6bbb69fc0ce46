// One row of an input tile whose block has a thread for every cell of it (PMPP 8.3).
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array tile_row_sizes{
    FigureSize{"threads", 8, 3, 16},
    FigureSize{"radius", 1, 1, 4},
};

/// Throws Unanswerable where the halo fills the tile.
[[nodiscard]] Drawing tile_row(const FigureSizes& sizes);

} // namespace handouts

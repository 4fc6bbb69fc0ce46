// The middle slice of an input tile: what is computed, what is halo, what a star never reads.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array tile_slice_sizes{
    FigureSize{"block", 8, 3, 34},
    FigureSize{"radius", 1, 1, 4},
};

/// Throws Unanswerable where the halo fills the tile.
[[nodiscard]] Drawing tile_slice(const FigureSizes& sizes);

} // namespace handouts

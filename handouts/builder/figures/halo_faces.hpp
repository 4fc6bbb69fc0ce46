// A block that is an output tile, whose edge threads also load the faces of the halo.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array halo_faces_sizes{
    FigureSize{"block", 8, 4, 12},
    FigureSize{"radius", 1, 1, 2},
};

/// A slice through the middle of the tile.
[[nodiscard]] Drawing halo_faces(const FigureSizes& sizes);

} // namespace handouts

// The corner of an image whose coordinates are clamped at its edges.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array clamped_image_sizes{
    FigureSize{"columns", 5, 2, 8},
    FigureSize{"rows", 4, 2, 8},
    FigureSize{"radius", 1, 1, 2},
};

/// Cells outside name the cell that is read in their place.
[[nodiscard]] Drawing clamped_image(const FigureSizes& sizes);

} // namespace handouts

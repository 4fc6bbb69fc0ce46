// The planes that a block marching along z holds, step by step, and where it holds them.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array marching_planes_sizes{
    FigureSize{"radius", 1, 1, 3},
    FigureSize{"shared", 0, 0, 1},
};

/// Shared planes: 1, or 0 for all of the 2R + 1.
[[nodiscard]] Drawing marching_planes(const FigureSizes& sizes);

} // namespace handouts

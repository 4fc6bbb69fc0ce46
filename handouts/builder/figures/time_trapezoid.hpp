// How several sweeps of one tile use up its halo.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array time_trapezoid_sizes{
    FigureSize{"outputs", 4, 1, 12},
    FigureSize{"steps", 4, 1, 6},
    FigureSize{"radius", 1, 1, 2},
};

/// One row of cells before the first sweep and after each.
[[nodiscard]] Drawing time_trapezoid(const FigureSizes& sizes);

} // namespace handouts

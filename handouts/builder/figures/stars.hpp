// Star stencils of growing order, on one, two or three axes.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array stars_sizes{
    FigureSize{"axes", 3, 1, 3},
    FigureSize{"orders", 4, 1, 4},
};

/// Side by side, from order 1 on.
[[nodiscard]] Drawing stars(const FigureSizes& sizes);

} // namespace handouts

// The shared array of a block on a line, and which thread loads which of its cells.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array line_tile_sizes{
    FigureSize{"threads", 8, 4, 1024},
    FigureSize{"radius", 1, 1, 2},
};

/// More than 10 threads are drawn as the first and the last five.
[[nodiscard]] Drawing line_tile(const FigureSizes& sizes);

} // namespace handouts

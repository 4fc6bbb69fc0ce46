// Blocks of threads over the cells of a line, one thread for each, and those that are left over.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array line_blocks_sizes{
    FigureSize{"cells", 10, 1, 16},
    FigureSize{"block", 4, 2, 8},
};

/// As many blocks as cover all cells.
[[nodiscard]] Drawing line_blocks(const FigureSizes& sizes);

} // namespace handouts

// The windows of all points of a line, moved inwards at both ends.
#pragma once

#include "handouts/builder/figures/kinds.hpp"

#include <array>

namespace handouts {

inline constexpr std::array moved_windows_sizes{
    FigureSize{"points", 9, 3, 12},
    FigureSize{"radius", 2, 1, 3},
};

/// A row for each point. Throws Unanswerable where a window has more points than the line.
[[nodiscard]] Drawing moved_windows(const FigureSizes& sizes);

} // namespace handouts

// Cells that are missing at the ends of axes: what a guard that is too strict leaves out.
#pragma once

#include "checker/model/lab.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

struct MissingEnds {
    std::string
        places; ///< "before k = 2 or j = 2, or behind k = 30": the first and last coordinates that are there
    std::string
        due; ///< "k from 1 to 31 and j from 1 to 31": the coordinates that are due, along the same axes
    bool at_low = false; ///< before the first
    bool at_high = false;
};

/// Where of the cells that are due exactly those are missing that lie beyond the others along some axis, by no more
/// cells than a stencil is wide. `due` and `there` have an entry for each cell of the grid, in memory order.
[[nodiscard]] std::optional<MissingEnds> missing_ends(const Lab& lab, const Extents& extents,
                                                      const std::vector<bool>& due,
                                                      const std::vector<bool>& there);

} // namespace kit

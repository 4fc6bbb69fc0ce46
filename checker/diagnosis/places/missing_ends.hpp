// Cells that are missing at the ends of axes: what a guard that is too strict leaves out.
#pragma once

#include "checker/model/lab.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct MissingEnds {
    std::string
        places; ///< "before k = 2 or j = 2, or behind k = 30": the first and last coordinates that are there
    std::string
        due; ///< "k from 1 to 31 and j from 1 to 31": the coordinates that are due, along the same axes
    std::array<bool, 3> low{};  ///< along x, y, z: cells before the first that is there
    std::array<bool, 3> high{}; ///< likewise behind the last

    [[nodiscard]] bool at_low() const { return low[0] || low[1] || low[2]; }

    [[nodiscard]] bool at_high() const { return high[0] || high[1] || high[2]; }
};

/// Where of the cells that are due exactly those are missing that lie beyond the others along some axis, by no more
/// cells than a stencil is wide. `due` and `there` have an entry for each cell of the grid, in memory order.
[[nodiscard]] std::optional<MissingEnds> missing_ends(const Lab& lab, const Extents& extents,
                                                      const std::vector<bool>& due,
                                                      const std::vector<bool>& there);

} // namespace kit

// Which cells of an output are wrong, cell by cell: what a diagnosis looks for patterns in.
#pragma once

#include "checker/model/extents.hpp"

#include <cstdint>
#include <vector>

namespace kit {

enum class CellState : std::uint8_t {
    right,
    wrong,        ///< another number than the stencil gives
    not_a_number, ///< written, but with a NaN
    untouched,    ///< still the poison that it was given
};

/// One state for each cell, in memory order.
struct ErrorMap {
    Extents extents;
    std::vector<CellState> state;
};

} // namespace kit

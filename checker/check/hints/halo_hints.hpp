// Hints about the halo around a block's tile: the room for it, the place of a thread's own cell beside it, what nobody
// loads.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

// The first two functions give a sentence for the hint, or an empty text where they do not apply.

/// Where an index is outside a tile that has an element for each thread and a halo, or should have: the own element has
/// no room before it, the halo has room on one side only, or the block's extent along another axis was taken.
[[nodiscard]] std::string outside_of_halo(const Finding& finding, const RecordedLaunch& recorded);

/// Where no thread stores to any element of the row, column or plane of the tile's halo in which the finding's element
/// lies. `recorded`: its block.
[[nodiscard]] std::string halo_not_loaded(const Finding& finding, const RecordedLaunch& recorded);

/// A line that stores so far to one side what it reads as far on the other: "tile[x + N] = in[i - N]".
void speak_of_opposite_signs(Finding& access);

} // namespace kit

// Hints about the halo around a block's tile: whether it has room, who loads it, and who must not compute.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <string>

namespace kit {

// The functions that return a text give a sentence for the hint, or none where they do not apply.

/// Where a thread away from the block's edges stores to the cell beside its own, too, in a line for the halo.
[[nodiscard]] std::string halo_of_inner_threads(const Finding& finding,
                                                const RecordedLaunch& recorded);

/// Where the shared array has a cell for each thread, and the finding's thread is one of the outermost, which load the
/// halo: it has no output.
[[nodiscard]] std::string halo_thread_computes(const Finding& finding,
                                               const RecordedLaunch& recorded);

/// Where an index is outside a tile that has an element for each thread and a halo, or should have: the own element has
/// no room before it, the halo has room on one side only, or the block's extent along another axis was taken.
/// `recorded`: the grid's first block. `own`: that of the finding's thread, which it names.
[[nodiscard]] std::string outside_of_halo(const Finding& finding, const RecordedLaunch& recorded,
                                          const RecordedLaunch& own);

/// Where no thread stores to any element of the row, column or plane of the tile's halo in which the finding's element
/// lies. `recorded`: its block. `middle`: a block in a grid's middle, which has to load all of its halo.
[[nodiscard]] std::string halo_not_loaded(const Finding& finding, const RecordedLaunch& recorded,
                                          const RecordedLaunch& middle);

/// A line that stores so far to one side what it reads as far on the other: "tile[x + N] = in[i - N]".
void speak_of_opposite_signs(Finding& access);

} // namespace kit

// Grids on which a launch's blocks are just full, or have one cell more than that.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

struct FilledGrid {
    Extents extents;
    LastBlock last_block = LastBlock::full;

    bool operator==(const FilledGrid&) const = default;
};

/// Small grids of the variant where an axis of the launch has all the cells that its blocks have room for: with one
/// cell more, launch_config() asks for another block. A launch with a few threads too few misses cells there, and
/// perhaps nowhere else. For a cube one grid for each axis of the launch that differs, else one for all. Where windows
/// move in at the grid's ends, then the grid with that cell more: its last block needs more cells from before than
/// any other. Empty where launch_config() fails. Throws as run_case() does.
[[nodiscard]] std::vector<FilledGrid>
filled_grids(const Lab& variant, const EmulatedProgram& program, const SubmissionFile& submission);

} // namespace kit

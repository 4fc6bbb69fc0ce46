// Grids on which a launch's blocks are just full.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// Small grids of the variant where an axis of the launch has all the cells that its blocks have room for: with one
/// cell more, launch_config() asks for another block. A launch with a few threads too few misses cells there, and
/// perhaps nowhere else. For a cube one grid for each axis of the launch that differs, else one for all. Empty where
/// launch_config() fails. Throws as run_case() does.
[[nodiscard]] std::vector<Extents> filled_grids(const Lab& variant, const EmulatedProgram& program,
                                                const SubmissionFile& submission);

} // namespace kit

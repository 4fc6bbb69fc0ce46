// Which extents of the grid a launch's block counts come from.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// Where launch_config() takes one extent for another, says so in the hint of each finding that this may cause:
/// accesses outside an array, and cells never written. Shown by asking launch_config() for other grids. Does nothing
/// without such findings. Throws as run_case() does.
void explain_exchanged_extents(const Lab& lab, const EmulatedProgram& program,
                               const Extents& extents, const SubmissionFile& submission,
                               std::vector<Finding>& findings);

} // namespace kit

// Tries each part of a submission among the other parts of the lab's solution, so that a report can say which part is
// wrong. Nothing of the solution leaves this file but whether a part failed, and the kind of what was found first.
#pragma once

#include "checker/check/trials/trial.hpp"
#include "checker/model/tried_part.hpp"

#include <vector>

namespace kit {

struct PartTrials {
    TrialGrids on;
    const SubmissionFile& submission;
    /// What the check of the whole submission found: lines of build errors say which part they are in.
    std::vector<Finding> of_whole = {};
};

/// No parts where the file has other parts than the skeleton, the lab has no solution or skeleton to compare with, one
/// part is the whole kernel, or this machine fails. The kernels run in the emulator.
[[nodiscard]] TriedParts try_parts(const PartTrials& trials);

/// Whether a part is still as in the lab's skeleton; also where that cannot be read.
[[nodiscard]] bool has_untouched_part(const Lab& lab, const SubmissionFile& submission);

} // namespace kit

// Tries each part of a submission among the other parts of the lab's solution, so that a report can say which part is
// wrong. Nothing of the solution leaves this file but whether a part failed, and the kind of what was found first.
#pragma once

#include "checker/check/chosen_cases.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/model/tried_part.hpp"

#include <cstdint>
#include <vector>

namespace kit {

struct PartTrials {
    const Lab& lab;
    const SubmissionFile& submission;
    const KitFiles& files;
    std::vector<Case> grids; ///< those that tell most, small ones first; never empty
    std::uint64_t seed = 0;  ///< of the inputs; the same one gives the same answer at once
    /// What the check of the whole submission found: lines of build errors say which part they are in.
    std::vector<Finding> of_whole = {};
};

/// No parts where the file has other parts than the skeleton, the lab has no solution or skeleton to compare with, one
/// part is the whole kernel, or this machine fails. The kernels run in the emulator.
[[nodiscard]] TriedParts try_parts(const PartTrials& trials);

} // namespace kit

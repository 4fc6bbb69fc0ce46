// Hints for labs of several sweeps in one launch.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

/// Rewrites the finding's hint if the lab has several sweeps.
void speak_of_sweeps(const Lab& lab, const SubmissionFile& submission,
                     const std::vector<CaseResult>& cases, Finding& finding);

} // namespace kit

// What hints gain from a look at the submission's text, at the other findings, and at which grids fail: nothing is run
// again.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

/// Whether the file has a macro that an operator takes apart. Then that is the hint.
bool speak_of_torn_macro(const SubmissionFile& submission, Finding& finding);

/// Where all wrong cells fit another formula, its mistake is also what led outside the array, or to another thread's
/// cell: no guard is missing.
void speak_of_formula(const std::vector<Finding>& findings, Finding& access);

/// All the rest, for `first`, one of the verdict's findings. `is_plain`: its hint is that of its kind.
void speak_of_text(const Lab& lab, const SubmissionFile& submission, Verdict& verdict,
                   Finding& first, bool is_plain);

} // namespace kit

// Hints about the loop in which a thread goes from one of its cells to the next: the launch has fewer threads than
// cells.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

/// Where cells are never written: the loop ends early, or stores to one cell in all its rounds.
void speak_of_left_loop(const Lab& lab, const SubmissionFile& submission, Finding& wrong);

/// For each race in which a thread comes to another one's own cell: the loop advances by fewer cells than the launch
/// has threads.
void speak_of_loop_steps(const Lab& lab, const SubmissionFile& submission,
                         const std::vector<CaseResult>& cases, std::vector<Finding>& findings);

} // namespace kit

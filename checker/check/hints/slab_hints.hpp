// Hints about what several GPUs send each other, from the submission's text.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// A ghost plane to which nothing was sent: the line that should, where it stores instead, or that there is none. A
/// neighbour that is not there: the condition that asks for the other one. Each race: the line that reads what the
/// sweep writes. Labs with slabs only; `first` is one of the findings.
void speak_of_slabs(const Lab& lab, const SubmissionFile& submission,
                    std::vector<Finding>& findings, Finding& first);

} // namespace kit

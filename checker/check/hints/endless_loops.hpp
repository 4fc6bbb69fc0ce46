// Hints about loops that never end: what the submission's text shows not to change in them.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"

namespace kit {

/// Whether `late`, a timeout or an index outside an array, is in a loop whose condition stays what it is. Then that is
/// the hint.
bool speak_of_endless_loop(const SubmissionFile& submission, Finding& late);

} // namespace kit

// Hints about conditions that the submission's text shows to mean something else than they say.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

namespace kit {

/// Where a ?: takes in what stands before it: "a[i] + x < n ? b : c" compares a sum.
void speak_of_swallowed_sum(const SubmissionFile& submission, Finding& wrong);

/// Where the bounds of several axes are joined by || and not by &&, or the other way round where threads outside
/// return.
void speak_of_joined_bounds(const SubmissionFile& submission, Finding& wrong);

/// Where a lower limit is kept by min(): "min(x - 1, 0)".
void speak_of_exchanged_limits(const SubmissionFile& submission, Finding& wrong);

/// Where an index of shared memory is counted by a loop that goes on to the extent: "x <= IN".
void speak_of_loop_past_extent(const SubmissionFile& submission, Finding& access);

} // namespace kit

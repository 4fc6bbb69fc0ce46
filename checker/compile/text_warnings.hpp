// Mistakes of novices that the text alone shows, and no compiler warns of.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

/// Warnings, for a right kernel may have the like of it: an array of a function that is stored to at a thread's own
/// place, in a file with a barrier, and not declared __shared__; a comparison of three, as in 1 <= i <= n - 2; a
/// function that returns nothing, whose parameters are all copies, and that stores to one of them; a macro that
/// multiplies a parameter without parentheses, where it is given a sum.
[[nodiscard]] std::vector<Finding> text_warnings(const SubmissionFile& submission);

} // namespace kit

// Arrays that novices mean to share among the threads of a block, and forgot to declare __shared__.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

/// A warning for each array of a function that is stored to at a thread's own place, in a file with a barrier, and
/// not declared __shared__. Found in the text; a right kernel may have such an array.
[[nodiscard]] std::vector<Finding> unshared_arrays(const SubmissionFile& submission);

} // namespace kit

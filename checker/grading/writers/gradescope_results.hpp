// A student's grades as a Gradescope autograder leaves them in /autograder/results/results.json.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>

namespace kit {

/// One JSON document: a test for each lab and for the quiz, visible to the student, with score,
/// max_score, status and what is said of it. All text is "text", nothing of it is rendered.
/// A test whose points are not known has neither score nor max_score, and the output says that the
/// total is not final; where no test has a score Gradescope says that the autograder failed, which
/// is so. Source: gradescope-autograders.readthedocs.io, "Autograder Specifications".
[[nodiscard]] std::string gradescope_results(const GradedClass& graded,
                                             const GradedStudent& student);

} // namespace kit

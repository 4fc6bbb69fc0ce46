// A student's grades as a PrairieLearn external grader leaves them in /grade/results/results.json.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>

namespace kit {

/// One JSON document: gradable, score from 0 to 1, message, output, and a test for each lab and the
/// quiz with name, points, max_points, message and output. A bonus counts in its test's points; the
/// score ends at 1. Where points are not known, or nothing that was submitted can be checked, the
/// submission is not gradable and format_errors says why: it costs the student neither points nor an
/// attempt. A test whose points are not known has none, and PrairieLearn then shows none of any.
/// Less than 1 MB, its limit. Source: PrairieLearn's documentation, "External Grading".
[[nodiscard]] std::string prairielearn_results(const GradedClass& graded,
                                               const GradedStudent& student);

} // namespace kit

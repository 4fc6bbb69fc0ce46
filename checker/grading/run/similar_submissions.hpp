// Near-identical kernels of a class, which its grades do not depend on.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// For each lab the groups and pairs of near-identical kernels among its submissions and the reference
/// solution, ignoring what the skeleton contains, and those that are less similar than the rules ask for. Reads one
/// lab's files at a time.
[[nodiscard]] std::vector<LabSimilarity> similar_submissions(const GradedClass& graded,
                                                             const std::vector<Lab>& labs,
                                                             const SubmissionFinder& finder,
                                                             const GradingRules& rules);

} // namespace kit

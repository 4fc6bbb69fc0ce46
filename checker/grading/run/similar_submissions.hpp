// Which submissions of a class are near-identical, for the page of the class.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/class_page/class_page.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// For each lab the groups and pairs among its submissions and the reference solution, what the
/// skeleton brings left out. Reads one lab's files at a time.
[[nodiscard]] std::vector<LabSimilarity> similar_submissions(const GradedClass& graded,
                                                             const std::vector<Lab>& labs,
                                                             const SubmissionFinder& finder);

} // namespace kit

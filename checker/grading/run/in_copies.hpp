// The parts of grading that read students' files in the process that grades the class: each in a copy of that
// process (forked_work.hpp), so that a file that crashes the kit costs one result.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "checker/grading/similarity/similar_files.hpp"

#include <string>
#include <vector>

namespace kit {

/// As graded_quiz(); an error, with points unknown, where the copy came to no end.
[[nodiscard]] GradedItem graded_quiz_in_copy(const HandedIn& answers, const GradingRules& rules);

/// As similar_files(). Throws KitError where the copy came to no end.
[[nodiscard]] Similarities similar_files_in_copy(const std::string& skeleton,
                                                 const std::vector<std::string>& texts,
                                                 const SimilarityOptions& options);

} // namespace kit

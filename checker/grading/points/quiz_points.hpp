// The quiz's answers counted into a class's grades.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/points/grading_rules.hpp"

namespace kit {

/// Judges a student's answers.toml as `./lab analytics quiz --answers` does, with the points of the
/// quiz spread evenly over its exercises. A file that cannot be read as one is refused with the
/// reason.
[[nodiscard]] GradedQuiz graded_quiz(const HandedIn& answers, const GradingRules& rules);

} // namespace kit

// What a checked lab and an answered quiz are worth by the class's rules.
#pragma once

#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <optional>

namespace kit {

/// How many of a lab's cases are right: their output is, and their only error may be a missing
/// technique. A case that did not run, because an earlier one hung, is not right.
struct RightCases {
    int right = 0;
    int all = 0;
};

[[nodiscard]] RightCases right_cases(const Lab& lab, const CheckedSubmission& check);

/// Days begun after the deadline; 0 within the grace time.
[[nodiscard]] int days_late(std::chrono::sys_seconds submitted, std::chrono::sys_seconds deadline,
                            const LateRule& rule);

/// Fills `parts`, `points` and `max_points` of a lab from its `check` and `submitted`. Points are
/// multiples of a hundredth. Only a graded lab gets parts.
void add_points(GradedItem& graded, const Lab& lab, const GradingRules& rules,
                std::optional<std::chrono::sys_seconds> deadline);

/// Marks what the kit cannot judge, and the instructor must look at: a kernel that uses what the kit does not support,
/// and one without points whose text names another lab, `other_lab` ("Lab 01"; empty: it names none).
void mark_doubt(GradedItem& graded, const std::string& other_lab);

/// Judges a student's answers.toml as `./lab analytics quiz --answers` does, with the quiz's points
/// spread evenly over its exercises. Refuses a file that it cannot read, with the reason.
[[nodiscard]] GradedItem graded_quiz(const HandedIn& answers, const GradingRules& rules);

} // namespace kit

// What a checked lab is worth by the class's rules.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/points/grading_rules.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <optional>

namespace kit {

/// Cases whose output is right and that have no error but a missing technique, and how many the
/// lab has. A case that was not run, because an earlier one hung or crashed, is not right.
struct RightCases {
    int right = 0;
    int all = 0;
};

[[nodiscard]] RightCases right_cases(const Lab& lab, const CheckedSubmission& check);

/// Days begun after the deadline and the time of grace; 0: in time.
[[nodiscard]] int days_late(std::chrono::sys_seconds submitted, std::chrono::sys_seconds deadline,
                            const LateRule& rule);

/// Fills `parts`, `points` and `max_points` of a lab from its `check` and `submitted`. Points are
/// multiples of a hundredth. A lab that is missing or refused has none; one in error has no parts.
void add_points(GradedLab& graded, const Lab& lab, const GradingRules& rules,
                std::optional<std::chrono::sys_seconds> deadline);

} // namespace kit

// Keeps, among several attempts at a lab, the one with the most points.
#pragma once

#include "checker/grading/run/grade_class.hpp"

#include <vector>

namespace kit {

/// The checks of all attempts of who handed in several, of which there are no results yet.
[[nodiscard]] std::vector<CheckTask> checks_of_attempts(const GradingRequest& request,
                                                        const SubmissionFinder& finder,
                                                        const ResultFolder& results);

/// Makes the best attempt, by the rules, the one that counts, the newest of equal ones, with a note. An attempt without
/// a result does not count; where none has one, the newest stays.
void take_best_attempts(GradingRequest& request, const SubmissionFinder& finder,
                        const ResultFolder& results);

} // namespace kit

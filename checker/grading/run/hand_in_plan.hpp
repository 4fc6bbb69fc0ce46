// Says who handed in what, before anything is graded: ./lab grade --plan.
#pragma once

#include "checker/grading/run/grade_class.hpp"
#include "checker/report/style.hpp"

#include <string>
#include <vector>

namespace kit {

/// A row for each student and lab that is there: file, by what it was matched, and when it was handed in; then what was
/// not recognized, and how many handed in each lab.
[[nodiscard]] std::string hand_in_plan_text(const GradingRequest& request,
                                            const SubmissionFinder& finder, const TextStyle& style);

/// The same as one JSON document: `layouts[]`, `gradebook` (`platform`, `columns` by item) if the roster is one,
/// `students[]` (`id`, `name`, `labs[]` as far as there is a file: `lab`, `file`, `matched_by`, `submitted` or null,
/// `submitted_from`, `marked_late`, `notes[]`), `not_recognized[]` as class_json() has it.
[[nodiscard]] std::string hand_in_plan_json(const GradingRequest& request,
                                            const SubmissionFinder& finder);

/// The first files that were not recognized, a line each, and how many more there are; empty if there are none. Other
/// attempts are only counted.
[[nodiscard]] std::string not_recognized_text(const std::vector<NotRecognized>& all,
                                              std::size_t most);

/// A line for each thing about the times that an instructor should know: some are not known although there are
/// deadlines, a platform marked some late, everybody is late at once.
[[nodiscard]] std::vector<std::string> time_notices(const GradingRequest& request,
                                                    const SubmissionFinder& finder);

/// Whether anybody handed in a lab that is graded, or answers to the quiz if there is one.
[[nodiscard]] bool is_anything_handed_in(const GradingRequest& request);

} // namespace kit

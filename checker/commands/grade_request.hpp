// What ./lab grade's options ask for: who is graded in which labs, by which rules, and how files are checked.
#pragma once

#include "checker/commands/grade_options.hpp"
#include "checker/grading/class_folder/class_members.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/grading/run/grade_class.hpp"

#include <filesystem>
#include <vector>

namespace kit {

/// The folder of the class's results.
[[nodiscard]] std::filesystem::path results_of(const GradeOptions& options);

/// The rules, the labs, the students and what they handed in, when. Prints a line for each reason why something in the
/// folder is not graded. Throws UsageError if the folder holds no student, or not the one that is asked for.
[[nodiscard]] GradingRequest class_asked_for(const GradeOptions& options, const OpenedClass& opened,
                                             const SubmissionFinder& finder,
                                             const std::vector<Lab>& catalog,
                                             const ResultFolder& results);

/// What the instructor decided by hand, how files are checked, and which are checked again.
void add_checks_asked_for(const GradeOptions& options, const std::filesystem::path& root,
                          const std::vector<Lab>& catalog, const ResultFolder& results,
                          GradingRequest& request);

} // namespace kit

// A student's grades as GitHub Classroom's reporter action reads them, and the workflow that runs it.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/writers/written_file.hpp"

#include <string>
#include <string_view>

namespace kit {

/// One JSON document: version, status (pass, fail, error), max_score, and a test for each lab and the
/// quiz with name, status, score, message, test_code, filename and line_no. Where points are not
/// known, the status is "error", that test's score null and max_score 0, with which the reporter
/// tells Classroom no points at all.
/// As classroom-resources/autograding-grading-reporter reads it.
[[nodiscard]] std::string github_classroom_json(const GradedClass& graded,
                                                const GradedStudent& student);

/// The same in base64, on one line: what a step hands to the reporter as its output `result`.
[[nodiscard]] std::string github_classroom_result(const GradedClass& graded,
                                                  const GradedStudent& student);

/// What grades a student's repository and prints github_classroom_result(): run in its root.
inline constexpr std::string_view github_classroom_command = "./lab grade . --format github";

/// .github/workflows/classroom.yml, for a repository that holds the kit. Classroom takes points only
/// from a workflow "Autograding Tests" with the one job "run-autograding-tests". `command`: shell,
/// one line; its exit codes 0 and 1 are results.
[[nodiscard]] WrittenFile
github_classroom_workflow(std::string_view command = github_classroom_command);

} // namespace kit

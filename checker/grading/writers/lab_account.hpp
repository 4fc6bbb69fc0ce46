// What is said of a graded lab in plain text, the same wherever it is shown: graders' pages, test
// reports, the feedback column of a gradebook.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <string>
#include <string_view>

namespace kit {

/// The name, or the id where there is none; on one line.
[[nodiscard]] std::string student_name(const GradedStudent& student);

/// "Lab 05: Shared-memory tiling"; the id where the class does not have the lab.
[[nodiscard]] std::string lab_heading(const GradedClass& graded, const GradedLab& lab);

/// Graded, and the check passed: whatever its points are after a late submission.
[[nodiscard]] bool lab_passed(const GradedLab& lab);

/// "Right output", "Technique", "Bonus for speed", "Late".
[[nodiscard]] std::string_view part_heading(PointsPart::Kind kind);

/// One line of UTF-8 without control characters: "Passed.", "Not passed yet: wrong-output.",
/// "Nothing was submitted.", "The file could not be checked: ...", "Not judged yet, ...".
[[nodiscard]] std::string lab_summary(const GradedLab& lab);

/// The summary, the parts of the points with their reasons, and the findings with lines and hints;
/// printable UTF-8, whole lines. At most some 40 KiB, whatever a compiler said.
[[nodiscard]] std::string lab_account(const GradedLab& lab);

/// The same of the quiz, without its exercises' answers where there are none.
[[nodiscard]] std::string quiz_account(const GradedQuiz& quiz);

/// "kernel.cu:45", as much of it as is known; printable.
[[nodiscard]] std::string place_text(const SourceLine& line);

/// Printable UTF-8 on one line: line ends within are spaces, at the end they go.
[[nodiscard]] std::string one_line(std::string_view text);

/// The labs and the quiz whose points are not known, "Lab 05: ..., Quiz"; empty where all are.
[[nodiscard]] std::string not_judged(const GradedClass& graded, const GradedStudent& student);

} // namespace kit

// The plain text about a graded lab or quiz, and its points: the same in every grader's page, test report and
// gradebook.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The name, or the id if there is none; on one line.
[[nodiscard]] std::string student_name(const GradedStudent& student);

/// "Lab 05: Shared-memory tiling", "Quiz"; the id if the class does not have the item.
[[nodiscard]] std::string item_heading(const GradedClass& graded, const GradedItem& item);

/// "Right output", "Technique", "Bonus for speed", "Late".
[[nodiscard]] std::string_view part_heading(PointsPart::Kind kind);

/// One line of UTF-8 without control characters: "Passed.", "Not passed yet: wrong-output.",
/// "Nothing was submitted.", "The file could not be checked: ...", "Not judged yet, ...".
[[nodiscard]] std::string item_summary(const GradedItem& item);

/// What is known of the file besides its name, a printable line each: "recognized by its name lab5.cu", "handed in
/// 2026-11-20T22:59:00Z, as its commit 1a2b3c4d says", its notes.
[[nodiscard]] std::vector<std::string> hand_in_lines(const GradedItem& item);

/// The summary; the parts of the points, or the exercises, with their reasons; the findings with lines and
/// hints. Printable UTF-8, whole lines, at most about 40 KiB whatever a compiler printed.
[[nodiscard]] std::string item_account(const GradedItem& item);

/// The most important on one line: the summary, if wanted the reasons of its parts, and the first finding or
/// the exercises.
[[nodiscard]] std::string item_line(const GradedItem& item, bool with_parts = false);

/// "kernel.cu:45", as much of it as is known; printable.
[[nodiscard]] std::string place_text(const SourceLine& line);

/// The items that count and whose points are unknown, "Lab 05: ..., Quiz"; empty if all are known.
[[nodiscard]] std::string not_judged(const GradedClass& graded, const GradedStudent& student);

/// Why this machine confined no kernel, for instructors, a line; empty if it did.
[[nodiscard]] std::string unconfined_text(const GradedClass& graded);

/// The same as a number of a JSON document.
[[nodiscard]] nlohmann::ordered_json points_number(double points);

/// "7.5 of 15 points", "1 of 1 point".
[[nodiscard]] std::string points_of(double points, double max_points);

} // namespace kit

// Keeps what a student handed in for a lab over time, so that the class page can show the way there.
//
//     attempts/STUDENT/LAB.json   {"attempts": [{"graded", "submitted", "sha256", "verdict", "points",
//                                 "max_points", "finding"}]}, the oldest first
//
// A check's result is kept by the file's content, so earlier ones stay, but not whose they were and when.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/store/result_folder.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace kit {

/// Beyond this many the second oldest is forgotten for each new one.
inline constexpr std::size_t most_attempts = 100;

/// The attempts that are kept for this student's lab, with `lab` added if it is graded and its file, outcome or
/// points differ from the last one's. Entries that cannot be read are left out. Writes only what changed, whole or
/// not at all, so that a grading that is stopped adds nothing twice. Throws KitError if it cannot be written.
[[nodiscard]] std::vector<Attempt> attempts_with(const GradedItem& lab, const std::string& student,
                                                 const ResultFolder& results,
                                                 std::chrono::sys_seconds now);

} // namespace kit

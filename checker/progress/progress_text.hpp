// The form of the progress file: TOML that a person can read, and that keeps what a newer kit wrote.
//
//     # comment
//     [labs.05-shared-memory-tiling]
//     passed = "2026-11-21T15:26:36Z"       first passed, UTC; absent: not yet
//     points = 15
//     checks = 12                           of the lab's own file
//     hints_seen = 1                        levels of the lab's own hints
//     passed_fingerprint = "9f0c…"          of the file that passed last
//
//     [labs.05-shared-memory-tiling.last_finding]
//     kind = "race-shared"                  message, hint, explanation, hints_seen
//     lines = [ { line = 45, text = "…" } ]
//
// Every key is optional. Keys not named here are kept as they are.
#pragma once

#include "checker/progress/course_progress.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// Nothing where the text is no TOML or a known key has another type; then `what` says why.
[[nodiscard]] std::optional<CourseProgress> read_progress_text(std::string_view text,
                                                               std::string& what);

/// `before`, a text that read_progress_text() reads, with the course's values in it.
[[nodiscard]] std::string progress_text(const CourseProgress& course, std::string_view before);

} // namespace kit

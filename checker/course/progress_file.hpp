// Keeps a student's progress in .lab-progress.json in the kit's folder, safe against a second ./lab at
// the same time, an interrupted write, and damage:
//
//     {"labs": {"05-shared-memory-tiling": {
//         "passed_at": "2026-11-21T15:26:36Z", "points": 15, "checks": 12, ...,
//         "finding": {"kind": "race-shared", "lines": [{"line": 45, "column": 9, "text": "..."}], ...},
//         "parts": {"parts": [{"number": 1, "title": "the load", "state": "right", ...}], ...}}}}
//
// The keys are the members of LabProgress, NotedFinding and TriedParts. Every key is optional. Unknown keys, from a
// newer kit, are kept.
#pragma once

#include "checker/course/course_progress.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// Nothing if the text is not JSON or a known key has the wrong type; `what` then says why.
[[nodiscard]] std::optional<CourseProgress> read_progress_text(std::string_view text,
                                                               std::string& what);

/// `before`, which read_progress_text() must accept, with the course's values.
[[nodiscard]] std::string progress_text(const CourseProgress& course, std::string_view before);

/// A damaged file is moved aside to .lab-progress.damaged.json, or .lab-progress.damaged.2.json and so
/// on, and progress starts again. A change is made under a lock (.lab-progress.lock) and appears by
/// rename: readers see the old file or the new one. With KIT_PROGRESS=none in the environment, nothing
/// is read or written.
///
/// Nothing throws, because a check matters more than its note. Problems are a sentence for standard
/// error.
class ProgressFile {
public:
    /// `root`: the folder of labs/ and solutions/.
    explicit ProgressFile(std::filesystem::path root);

    /// Sets `notice` to a sentence if something could not be read, else to nothing.
    [[nodiscard]] CourseProgress read(std::string& notice) const;

    /// Reads, changes and writes. Returns the new contents, even if they could not be written.
    CourseProgress update(const std::function<void(CourseProgress&)>& change,
                          std::string& notice) const;

private:
    std::filesystem::path folder_;
    std::filesystem::path file_;
};

} // namespace kit

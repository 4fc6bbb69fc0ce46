// The file that keeps a student's progress, .lab-progress.toml in the kit's own folder: safe against
// a second ./lab at the same time, an end in the middle, and damage.
#pragma once

#include "checker/progress/course_progress.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace kit {

/// A file that cannot be read as progress is moved aside, to .lab-progress.damaged.toml, or with a
/// number before its ending where there is one already, and progress begins anew. A change is made
/// under a lock (.lab-progress.lock) and appears by rename: readers see the file before it or
/// after it. With KIT_PROGRESS=none in the environment nothing is read or written.
///
/// Nothing throws: a check is worth more than a note of it. What went wrong is a sentence for
/// standard error.
class ProgressFile {
public:
    /// Of the kit, or of labs of one's own, in this folder.
    explicit ProgressFile(std::filesystem::path root);

    /// What is known; `notice` is set to a sentence where something had to be left out, else empty.
    [[nodiscard]] CourseProgress read(std::string& notice) const;

    /// Reads, changes and writes. Returns what the file holds then or, where it cannot be written,
    /// would hold.
    CourseProgress update(const std::function<void(CourseProgress&)>& change,
                          std::string& notice) const;

private:
    std::filesystem::path folder_;
    std::filesystem::path file_;
};

/// Enters a check of the lab's own file, now. Returns the notice, mostly empty.
[[nodiscard]] std::string note_check(const std::filesystem::path& root, const Lab& lab,
                                     const CheckResult& result, bool all_grids);

} // namespace kit

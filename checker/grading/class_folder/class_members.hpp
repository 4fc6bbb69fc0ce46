// Who of a class is graded, and who is not.
#pragma once

#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

struct ClassMembers {
    std::vector<RosterEntry> roster; ///< who is graded
    /// Who is not graded although the folder holds something of theirs: a line for each reason, with the first
    /// five names.
    std::vector<std::string> notices;
};

/// Everybody in the roster's file. Without one (an empty path): each student who has a folder, or the only
/// student, if the folder holds labs itself. Throws UsageError if the roster cannot be read.
[[nodiscard]] ClassMembers class_members(const std::filesystem::path& folder,
                                         const std::filesystem::path& roster_file,
                                         const SubmissionFinder& finder,
                                         const std::vector<Lab>& labs);

/// The absolute path of a folder, without dots and without slashes at its end: its last part is the folder's name.
[[nodiscard]] std::filesystem::path absolute_folder(const std::filesystem::path& folder);

} // namespace kit

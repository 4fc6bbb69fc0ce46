// Who of a class is graded and what they handed in, and who is not.
#pragma once

#include "checker/grading/class_folder/hand_ins.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/submission_finder.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct ClassMembers {
    std::vector<RosterEntry> roster;          ///< who is graded
    std::optional<GradebookExport> gradebook; ///< that the roster is
    /// Who is not graded although the folder holds something of theirs: a line for each reason, with the first
    /// five names.
    std::vector<std::string> notices;
    HandIns hand_ins;
};

/// A class's folder, or the archive of one, ready to be looked through.
struct OpenedClass {
    std::filesystem::path asked;  ///< as the user gave it
    std::filesystem::path folder; ///< where its files are
    std::filesystem::path
        unpacked; ///< where those of archives in it are; empty: archives stay closed
    std::vector<NotRecognized> left_out; ///< of the archive itself
};

/// Unpacks the archive if the path is one, into `unpacked`, which is made if needed. Throws UsageError if there is no
/// such folder or archive, or if it cannot be unpacked.
[[nodiscard]] OpenedClass open_class(const std::filesystem::path& asked,
                                     const std::filesystem::path& unpacked);

/// Everybody in the roster's file. Without one (an empty path): each student of whom the folder holds something, or
/// the only student, if the folder holds labs itself. `labs` are those to be graded, `all` the kit's. Throws UsageError
/// if the roster cannot be read.
[[nodiscard]] ClassMembers class_members(const OpenedClass& opened,
                                         const std::filesystem::path& roster_file,
                                         const SubmissionFinder& finder,
                                         const std::vector<Lab>& labs, const std::vector<Lab>& all);

/// The absolute path of a folder, without dots and without slashes at its end: its last part is the folder's name.
[[nodiscard]] std::filesystem::path absolute_folder(const std::filesystem::path& folder);

} // namespace kit

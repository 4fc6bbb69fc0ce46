// Finds the files that students submitted, and takes only plain files from their own folders.
#pragma once

#include "checker/grading/class_folder/roster.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// One submitted file, or why it was not taken.
struct HandedIn {
    std::string
        file; ///< relative to the class's folder, bytes as found; empty: nothing was submitted
    std::string text;   ///< its bytes, at most 1 MiB and one byte
    std::string reason; ///< why it was not taken; empty where it was
    std::chrono::sys_seconds modified{};
};

class SubmissionFinder {
public:
    /// Throws UsageError if there is no such folder or it cannot be read.
    explicit SubmissionFinder(std::filesystem::path folder);

    /// The folders in the class's folder, by name: the students, if there is no roster. Skips hidden
    /// folders and the results of an earlier grading.
    [[nodiscard]] std::vector<RosterEntry> students() const;

    /// What students() skips although it may be somebody's: hidden folders (but .git), results of an earlier
    /// grading, links to folders, and single files of CUDA; each with the reason. By name.
    struct LeftOut {
        std::string name;
        std::string reason; ///< "holds the results of an earlier grading"
    };

    [[nodiscard]] std::vector<LeftOut> left_out() const;

    /// Whether labs' files are in the folder itself: then it is one student's, not a class's. Unless some other
    /// folder holds a lab, too: then somebody in a class is called like a lab, or "labs".
    [[nodiscard]] bool is_one_student(const std::vector<Lab>& labs) const;

    /// `STUDENT/05-shared-memory-tiling/kernel.cu`, or with `labs/` before the lab, or
    /// `STUDENT/05-shared-memory-tiling.cu`, or the last modified of the
    /// files that the roster's pattern matches.
    ///
    /// Refuses, with the reason, symbolic links anywhere on the path, pipes and devices, and opens none
    /// of them.
    [[nodiscard]] HandedIn find(const RosterEntry& student, const Lab& lab) const;

    /// `STUDENT/answers.toml`, or `STUDENT/quiz/answers.toml`.
    [[nodiscard]] HandedIn find_answers(const RosterEntry& student) const;

    /// The file at this path below the folder; `file` is empty if there is none.
    [[nodiscard]] HandedIn read(const std::string& file) const;

private:
    [[nodiscard]] HandedIn first_of(const std::vector<std::string>& candidates) const;

    std::filesystem::path folder_;
};

/// Whether a name matches the pattern: `*` is any text, all other characters themselves.
[[nodiscard]] bool matches_pattern(std::string_view name, std::string_view pattern);

} // namespace kit

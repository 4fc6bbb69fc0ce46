// Finds the files that students submitted, and takes only plain files from their own folders.
#pragma once

#include "checker/grading/class_folder/roster.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// One submitted file, or why it was not taken.
struct HandedIn {
    std::string
        file; ///< relative to the class's folder, bytes as found; empty: nothing was submitted
    std::string text;           ///< at most 1 MiB and one byte, in UTF-8 if it was text
    std::string converted_from; ///< "UTF-16", "Latin-1"; empty if the bytes are as they were
    std::string reason;         ///< why it was not taken; empty where it was
    std::chrono::sys_seconds modified{};
};

/// One byte more than a submitted file may have.
inline constexpr std::size_t most_submitted_bytes = (std::size_t{1} << 20) + 1;

class SubmissionFinder {
public:
    /// Files of archives in the folder are in `unpacked` (archives.hpp). Throws UsageError if there is no such folder
    /// or it cannot be read.
    explicit SubmissionFinder(std::filesystem::path folder, std::filesystem::path unpacked = {});

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

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

    /// The file at this path below the folder, or in an archive on the way; `file` is empty if there is none. Not taken
    /// is also what cannot be a source, such as an empty file.
    [[nodiscard]] HandedIn read(const std::string& file) const;

    /// The same with its bytes as they are, so many at most.
    [[nodiscard]] HandedIn read_bytes(const std::string& file,
                                      std::size_t most = most_submitted_bytes) const;

    /// Whether this folder in the class's folder holds the results of an earlier grading.
    [[nodiscard]] bool holds_results(const std::string& name) const;

private:
    [[nodiscard]] HandedIn first_of(const std::vector<std::string>& candidates) const;

    std::filesystem::path folder_;
    std::filesystem::path unpacked_;
};

/// Whether a name matches the pattern: `*` is any text, all other characters themselves.
[[nodiscard]] bool matches_pattern(std::string_view name, std::string_view pattern);

} // namespace kit

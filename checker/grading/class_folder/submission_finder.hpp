// Finds the files that students handed in, and takes none that is not a plain file of theirs.
#pragma once

#include "checker/grading/class_folder/roster.hpp"
#include "checker/model/lab.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// One file handed in, or why it was not taken.
struct HandedIn {
    std::string file;   ///< relative to the class's folder, bytes as found; empty: nothing was
    std::string text;   ///< its bytes, at most 1 MiB and one
    std::string reason; ///< why it was not taken; empty where it was
    std::chrono::sys_seconds modified{};
};

class SubmissionFinder {
public:
    /// Throws UsageError when the folder is none or cannot be read.
    explicit SubmissionFinder(std::filesystem::path folder);

    /// Folders in the class's folder, by name: students, where no roster says who is one. Hidden ones
    /// and results of an earlier grading are none.
    [[nodiscard]] std::vector<RosterEntry> students() const;

    /// Whether labs' files lie in the folder itself: then it is one student's, not a class's.
    [[nodiscard]] bool is_one_student(const std::vector<Lab>& labs) const;

    /// `STUDENT/05-shared-memory-tiling/kernel.cu`, or with `labs/` before the lab, or
    /// `STUDENT/05-shared-memory-tiling.cu`, or what the roster's pattern matches; of several the
    /// one that was modified last.
    ///
    /// Nothing that is a symbolic link, or lies behind one, is followed, and no pipe or device is
    /// opened: they are refused with the reason.
    [[nodiscard]] HandedIn find(const RosterEntry& student, const Lab& lab) const;

    /// `STUDENT/answers.toml`, or `STUDENT/quiz/answers.toml`.
    [[nodiscard]] HandedIn find_answers(const RosterEntry& student) const;

    /// The file of this path below the folder; `file` is empty where there is none.
    [[nodiscard]] HandedIn read(const std::string& file) const;

private:
    [[nodiscard]] HandedIn first_of(const std::vector<std::string>& candidates) const;

    std::filesystem::path folder_;
};

/// Whether a name is what the pattern says: `*` is any text, all else itself.
[[nodiscard]] bool matches_pattern(std::string_view name, std::string_view pattern);

} // namespace kit

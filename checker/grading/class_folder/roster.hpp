// Who is in the class: a table that a learning platform exports, or that the instructor writes by hand.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kit {

struct RosterEntry {
    std::string id; ///< column `id`; unique
    std::string
        folder; ///< below the class's folder, named by the id; empty: the class's folder itself
    std::string name; ///< column `name`; else the id
    std::string email;
    /// Column `files`: a pattern for this student's files below the class's folder,
    /// "smith_*_{number}.cu": `*` is any text without '/', {lab} the lab's name, {number} its two digits.
    /// Empty: the files are in `folder`.
    std::string files;
    /// Column `deadline`: a deadline for this student only, for every lab.
    std::optional<std::chrono::sys_seconds> deadline;
    /// Columns `submitted-NN`: when lab NN was submitted, instead of the file's time.
    std::map<int, std::chrono::sys_seconds> submitted;
    /// All other columns, by their names.
    std::vector<std::pair<std::string, std::string>> columns;
};

/// A table with a line of column names: fields separated by commas, semicolons or tabs, in quotes if
/// they contain one (RFC 4180), UTF-8 with or without a mark, any line ends. Throws UsageError with
/// file, line and problem, for all problems at once.
[[nodiscard]] std::vector<RosterEntry> read_roster(const std::filesystem::path& path);

} // namespace kit

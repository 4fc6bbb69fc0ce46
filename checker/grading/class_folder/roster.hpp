// Who is in the class: a table that the instructor's learning platform exports, or writes by hand.
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
    std::string id;     ///< column `id`; unique
    std::string folder; ///< below the class's: of the id's name; empty: the class's own
    std::string name;   ///< column `name`; the id where there is none
    std::string email;
    /// Column `files`: where this student's files lie below the class's folder, "smith_*_{number}.cu":
    /// `*` is any text without '/', {lab} the lab's name, {number} its two digits. Empty: in a folder
    /// of the student's.
    std::string files;
    /// Column `deadline`: this student's own, for every lab.
    std::optional<std::chrono::sys_seconds> deadline;
    /// Columns `submitted-NN`: when lab NN came in, where the files' times do not say.
    std::map<int, std::chrono::sys_seconds> submitted;
    /// All other columns, by their names.
    std::vector<std::pair<std::string, std::string>> columns;
};

/// A table with a line of column names: fields parted by commas, semicolons or tabs, in quotes where
/// they hold one (RFC 4180), UTF-8 with or without a mark, lines ended in any way. Throws UsageError
/// with file, line and what is wrong, for all that is wrong.
[[nodiscard]] std::vector<RosterEntry> read_roster(const std::filesystem::path& path);

/// "2026-11-20", which is that day's end, "2026-11-20 23:59", "2026-11-20T23:59:30Z" or with
/// "+01:00"; without a zone: this machine's. Absent where the text is none of them.
[[nodiscard]] std::optional<std::chrono::sys_seconds> parse_moment(const std::string& text);

/// "2026-11-20T22:59:00Z".
[[nodiscard]] std::string moment_text(std::chrono::sys_seconds moment);

} // namespace kit

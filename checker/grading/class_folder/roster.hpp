// Who is in the class: a table that a learning platform exports, or that the instructor writes by hand.
#pragma once

#include "checker/grading/model/gradebook.hpp"

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
    /// When each lab was submitted. Moodle's worksheet is of one assignment and does not say which: lab 0.
    std::map<int, std::chrono::sys_seconds> submitted;
    /// All other columns, by their names.
    std::vector<std::pair<std::string, std::string>> columns;
};

/// A gradebook that a learning platform exported, before anybody said which of its columns is which lab's.
struct GradebookExport {
    struct Column {
        std::string name;
        std::string points;        ///< that the platform says it is worth; empty where it does not
        bool is_read_only = false; ///< the platform computes it
    };

    GradebookPlatform platform = GradebookPlatform::canvas;
    std::string text;       ///< the whole file, byte for byte, but UTF-8 if it was UTF-16
    std::string utf16_mark; ///< with which it began then
    char separator = ',';
    bool is_worksheet = false;   ///< Moodle's, of a single assignment
    bool decimal_comma = false;  ///< its numbers are written "7,5"
    std::vector<Column> columns; ///< those of grades
    /// Each student's field in each of the columns, by the student's id.
    std::map<std::string, std::vector<Gradebook::Cell>> cells;
    std::map<std::string, Gradebook::Cell> comments; ///< of a worksheet, by the student's id
};

struct Roster {
    std::vector<RosterEntry> students;
    std::optional<GradebookExport> gradebook; ///< if the file is one
};

/// A table with a line of column names: fields separated by commas, semicolons or tabs, in quotes if
/// they contain one (RFC 4180), in UTF-8 with or without a mark, UTF-16 with one or Windows-1252, any line ends; or a
/// gradebook that Canvas or Moodle exported. Without a column "id" those that platforms call so are taken (identifier,
/// netid, username...), else the first one, or the e-mail address, if it tells all rows apart. Throws UsageError with
/// file, line and problem, for all problems at once.
[[nodiscard]] Roster read_roster(const std::filesystem::path& path);

/// An id for any bytes: the text itself if it is UTF-8, else with every byte above ASCII as "%E9", so that ids which
/// differ only in such bytes differ wherever they are written or typed.
[[nodiscard]] std::string id_of_bytes(const std::string& bytes);

} // namespace kit

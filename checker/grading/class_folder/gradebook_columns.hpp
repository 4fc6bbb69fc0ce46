// Which columns a gradebook has that Canvas or Moodle exported.
#pragma once

#include "checker/grading/class_folder/separated_table.hpp"
#include "checker/grading/model/gradebook.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// What an export's first line says about its columns. Places are from 0.
struct GradebookColumns {
    GradebookPlatform platform = GradebookPlatform::canvas;
    std::size_t first_grade = 0;    ///< all columns before it say who a student is
    std::vector<std::size_t> names; ///< one, or two: first and last name
    std::optional<std::size_t> email;
    std::vector<std::size_t> ids;          ///< tell students apart, the most useful first
    std::optional<std::size_t> points;     ///< what each row's grade is out of
    std::optional<std::size_t> changeable; ///< whether each row's grade may be changed
    std::optional<std::size_t> submitted;  ///< when each row's student handed in
    std::optional<std::size_t> comments;   ///< what students read beside their grade
    bool is_worksheet = false;             ///< Moodle's, of a single assignment
};

/// Recognizes an export. Canvas: "Student,ID,SIS User ID,SIS Login ID,Section" and so on, where only the first two and
/// one more are needed. Moodle: names, then more about a student up to a column of e-mail addresses, in any language;
/// or an assignment's grading worksheet, by its shape. Any other table with a column "id" is a roster of its own.
[[nodiscard]] std::optional<GradebookColumns> gradebook_columns(const SeparatedTable& table);

/// The row's field without blanks around it; empty where it has none.
[[nodiscard]] std::string value_at(const TableRow& row, std::optional<std::size_t> place);

} // namespace kit

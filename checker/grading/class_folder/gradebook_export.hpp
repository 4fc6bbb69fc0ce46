// Gradebooks that Canvas and Moodle export: who is in the class, and which column is which lab's.
#pragma once

#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/class_folder/separated_table.hpp"
#include "checker/grading/model/gradebook.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
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
    bool is_worksheet = false;             ///< Moodle's, of a single assignment
};

/// Recognizes an export. Canvas: "Student,ID,SIS User ID,SIS Login ID,Section" and so on, where only the first two and
/// one more are needed. Moodle: names, then more about a student up to a column of e-mail addresses, in any language; or
/// an assignment's grading worksheet, by its shape. Any other table with a column "id" is a roster of its own.
[[nodiscard]] std::optional<GradebookColumns> gradebook_columns(const SeparatedTable& table);

/// Everybody in an export, but Canvas's test student, and where their grades are. A student's id is the login, else the
/// university's number, else the e-mail address, else the platform's own number. Adds line and sentence to `problems` for
/// each row without any of these or without a field for each column, and for an id that two rows have.
[[nodiscard]] Roster gradebook_export(const SeparatedTable& table, const GradebookColumns& columns,
                                      const std::string& text,
                                      std::vector<std::pair<int, std::string>>& problems);

/// What is graded.
struct GradebookItem {
    std::string id; ///< "05-shared-memory-tiling", "Quiz"
    int number = 0; ///< 0: the quiz
    double max_points = 0;
};

struct MatchedGradebook {
    Gradebook gradebook;
    std::vector<std::string> notices; ///< items without a column or with several, and other points
};

/// Finds each item's column: the one that `asked` names for its id, else the only one whose name names the lab as a
/// file's name would, or "Quiz". Leaves out columns that the platform computes, and Moodle's for feedback, letters and
/// percentages. `file`: the export, for notices. Throws UsageError if `asked` names a column that is not there.
[[nodiscard]] MatchedGradebook match_gradebook(const GradebookExport& exported,
                                               const std::string& file,
                                               const std::vector<GradebookItem>& items,
                                               const std::vector<Lab>& labs,
                                               const std::map<std::string, std::string>& asked);

} // namespace kit

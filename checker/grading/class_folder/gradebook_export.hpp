// Gradebooks that Canvas and Moodle export: who is in the class, and which column is which lab's.
#pragma once

#include "checker/grading/class_folder/gradebook_columns.hpp"
#include "checker/grading/class_folder/roster.hpp"
#include "checker/grading/model/gradebook.hpp"
#include "checker/model/lab.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kit {

/// Everybody in an export, but Canvas's test student, and where their grades are. A student's id is the login, else the
/// university's number, else the e-mail address, else the platform's own number. Adds line and sentence to `problems`
/// for each row without any of these or without a field for each column, and for an id that two rows have.
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

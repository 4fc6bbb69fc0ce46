// The course at a glance: a bar and a sentence, as ./lab list and ./lab watch show them.
#pragma once

#include "checker/progress/course_progress.hpp"
#include "checker/report/style.hpp"

#include <string>
#include <vector>

namespace kit {

struct CourseTotal {
    int labs = 0;
    int passed = 0;
    int points = 0; ///< of the passed labs
    int most_points = 0;
};

[[nodiscard]] CourseTotal total_of(const std::vector<Lab>& labs, const CourseProgress& course);

/// "██████░░░░" of `columns` columns, filled by the share of points.
[[nodiscard]] std::string course_bar(const CourseTotal& total, int columns, const TextStyle& style);

/// "3 of 13 labs, 30 of 245 points".
[[nodiscard]] std::string course_sentence(const CourseTotal& total);

/// "✓" for a passed lab, "…" for one that was checked, else a space.
[[nodiscard]] std::string lab_mark(const LabProgress& lab, const TextStyle& style);

} // namespace kit

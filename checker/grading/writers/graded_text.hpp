// The text that ./lab grade and ./lab regrade print on a terminal.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/report/style.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct GradeBefore {
    std::string student;
    std::string lab;
    std::optional<double> points; ///< absent: no grade, or unknown points
};

/// For each lab how many submitted, passed, failed; then where the results are.
[[nodiscard]] std::string graded_text(const GradedClass& graded,
                                      const std::filesystem::path& results, const TextStyle& style);

/// One student's items with the parts of their points and the findings.
[[nodiscard]] std::string explained_text(const GradedStudent& student, const TextStyle& style);

/// The grades that changed.
[[nodiscard]] std::string changes_text(const GradedClass& graded,
                                       const std::vector<GradeBefore>& before);

} // namespace kit

// What ./lab grade says on a terminal.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/report/style.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct GradeBefore {
    std::string student;
    std::string lab;
    std::optional<double> points; ///< absent: there was no grade, or it was unknown
};

/// Labs with how many handed in, passed, failed; then where the results are.
[[nodiscard]] std::string graded_text(const GradedClass& graded,
                                      const std::filesystem::path& results, const TextStyle& style);

/// One student's labs with the parts of their points and what was found.
[[nodiscard]] std::string explained_text(const GradedClass& graded, const GradedStudent& student,
                                         const TextStyle& style);

/// Whose points are others than before.
[[nodiscard]] std::string changes_text(const GradedClass& graded,
                                       const std::vector<GradeBefore>& before);

/// A name from outside as one line that no terminal takes for more than text.
[[nodiscard]] std::string shown_name(std::string_view name);

} // namespace kit

// What is missing or wrong in a lab, as a colleague who reads it would say.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/report/status_line.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

struct LabReview {
    std::vector<std::string> good;       ///< what was tried and is as it should be
    std::vector<std::string> wrong;      ///< a sentence or two each: what, where, what to do
    std::vector<std::string> to_look_at; ///< likewise, but may be meant so
};

/// What is wrong with the marks of the solution and of todo.txt, and what students would miss there.
[[nodiscard]] std::vector<std::string> part_problems(const Lab& lab);

/// Builds and runs, in the emulator: the solution, the skeleton, the solution with each part as the skeleton
/// has it, and the solution with mistakes (mistakes.hpp). Reads what students read for lines of the
/// solution. `root`: of labs/ and solutions/. The page's numbers are review_handbook()'s matter.
[[nodiscard]] LabReview review_lab(const Lab& lab, const std::filesystem::path& root,
                                   StatusLine& status);

} // namespace kit

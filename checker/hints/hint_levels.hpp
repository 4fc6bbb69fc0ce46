// Which hint a student gets: of the last check's finding where there is one, else of the lab, level
// by level.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/progress/course_progress.hpp"

#include <string>
#include <vector>

namespace kit {

struct Hint {
    int level = 1;  ///< from 1
    int levels = 3; ///< how many there are
    bool of_finding = false;
    std::string about; ///< the finding's message; empty for the lab's own hints
    std::string text;
    std::vector<NotedLine> lines; ///< at the last level, those of the finding
};

/// How many levels there are: of a finding three (where to look, the principle behind, what to do),
/// of a lab as many hints as its lab.toml has.
[[nodiscard]] int hint_levels(const Lab& lab, const LabProgress& progress);

/// The level that comes next: one more than was shown, and the last one again after it.
[[nodiscard]] int next_level(const Lab& lab, const LabProgress& progress);

/// The hint of a level; one out of range counts as the nearest that there is.
[[nodiscard]] Hint hint_at(const Lab& lab, const LabProgress& progress, int level);

/// Notes that the levels up to this one were shown.
void enter_hint(const Hint& hint, LabProgress& progress);

} // namespace kit

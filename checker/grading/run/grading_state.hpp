// The progress of a grading, and the line that shows it.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace kit {

/// Counted in submitted labs.
struct GradingState {
    std::size_t all = 0;
    std::size_t done = 0;
    std::size_t known = 0;  ///< of those done, from an earlier grading
    std::size_t errors = 0; ///< of those done, on which the kit failed
    std::string last;       ///< "ada · 05-shared-memory-tiling: passed"
};

/// "grading ███████░░░░░ 1,234 of 2,000 · 4.1 a second · 3 min left · ada · 05-…: passed". Rate and
/// time left count only what this run checks, and are left out until one check is done.
[[nodiscard]] std::string grading_line(const GradingState& state,
                                       std::chrono::duration<double> since);

} // namespace kit

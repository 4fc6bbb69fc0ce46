// One line that says how far a grading has come, how fast it goes and when it ends.
#pragma once

#include "checker/grading/run/grade_class.hpp"

#include <chrono>
#include <string>

namespace kit {

/// "grading ███████░░░░░ 1,234 of 2,000 · 4.1 a second · 3 min left · ada · 05-…: passed". Rate and
/// time left count what this run checks, not what was known before it, and are left out until there
/// is something to count.
[[nodiscard]] std::string grading_line(const GradingState& state,
                                       std::chrono::duration<double> since);

/// "45 s", "3 min", "2 h 10 min".
[[nodiscard]] std::string time_left_text(double seconds);

} // namespace kit

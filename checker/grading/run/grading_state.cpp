#include "checker/grading/run/grading_state.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kit {

namespace {

/// "45 s", "3 min", "2 h 10 min".
std::string time_left_text(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(std::max(0.0, seconds)));
    if (whole < 100) {
        return fmt::format("{} s", whole);
    }
    const long long minutes = (whole + 59) / 60;
    return minutes < 100 ? fmt::format("{} min", minutes)
                         : fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

} // namespace

std::string grading_line(const GradingState& state, std::chrono::duration<double> since) {
    constexpr int columns = 20;
    const std::size_t all = std::max<std::size_t>(state.all, 1);
    const int filled = static_cast<int>(state.done * columns / all);
    std::string line = "grading " + repeated("█", filled) + repeated("░", columns - filled);
    line += fmt::format(" {} of {}", thousands(static_cast<std::int64_t>(state.done)),
                        thousands(static_cast<std::int64_t>(state.all)));
    const std::size_t checked = state.done - state.known;
    if (checked > 0 && since.count() > 0) {
        const double rate = static_cast<double>(checked) / since.count();
        line += fmt::format(" · {:.1f} a second · {} left", rate,
                            time_left_text(static_cast<double>(state.all - state.done) / rate));
    }
    return state.last.empty() ? line : line + " · " + state.last;
}

} // namespace kit

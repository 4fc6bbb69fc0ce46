#include "checker/report/chart_frame.hpp"

#include "analytics/report/plot.hpp"
#include "checker/report/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kit {

namespace {

constexpr int wanted_marks = 5;

/// Powers of the base from one at or below `low` to one at or above `high`, at most about ten.
std::vector<double> powers(double low, double high, double base) {
    const auto first = static_cast<int>(std::floor(std::log(low) / std::log(base) + 1e-9));
    auto last = static_cast<int>(std::ceil(std::log(high) / std::log(base) - 1e-9));
    last = std::max(last, first + 1);
    const int step = (last - first + 9) / 10;
    std::vector<double> marks;
    for (int i = first; i < last + step; i += step) {
        marks.push_back(std::pow(base, i));
    }
    return marks;
}

} // namespace

bool can_be_drawn(const Chart& chart, const std::pair<double, double>& point) {
    return std::isfinite(point.second) && (point.second > 0 || !chart.logarithmic_y);
}

std::optional<ChartFrame> frame_of(const Chart& chart) {
    ChartFrame frame;
    frame.low_x = frame.low_y = std::numeric_limits<double>::infinity();
    frame.high_x = frame.high_y = -frame.low_x;
    for (const Chart::Series& series : chart.series) {
        for (const auto& point : series.points) {
            if (can_be_drawn(chart, point)) {
                frame.low_x = std::min(frame.low_x, point.first);
                frame.high_x = std::max(frame.high_x, point.first);
                frame.low_y = std::min(frame.low_y, point.second);
                frame.high_y = std::max(frame.high_y, point.second);
            }
        }
    }
    if (frame.high_x < frame.low_x) {
        return std::nullopt;
    }
    frame.x_marks = chart.logarithmic_x ? powers(frame.low_x, frame.high_x, 2)
                                        : analytics::ticks(0, frame.high_x, wanted_marks);
    frame.y_marks = chart.logarithmic_y ? powers(frame.low_y, frame.high_y, 10)
                                        : analytics::ticks(0, frame.high_y, wanted_marks);
    frame.low_x = frame.x_marks.front();
    frame.high_x = frame.x_marks.back();
    frame.low_y = frame.y_marks.front();
    frame.high_y = frame.y_marks.back();
    return frame;
}

std::string mark_text(double value) {
    if (value >= 1e6) {
        return fmt::format("{:.3g} M", value / 1e6);
    }
    if (value >= 1000) {
        return thousands(static_cast<std::uint64_t>(std::llround(value)));
    }
    return fmt::format("{:g}", value);
}

} // namespace kit

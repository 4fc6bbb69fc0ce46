#include "checker/report/chart_frame.hpp"

#include "checker/report/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kit {

namespace {

constexpr int wanted_marks = 5;

/// The least of 1, 2 and 5 times powers of ten that is not below `least`.
double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

/// Marks of a linear axis that begins at 0.
std::vector<double> round_marks(double high) {
    const double step = round_step((high > 0 ? high : 1) / wanted_marks);
    std::vector<double> marks;
    for (int i = 0; static_cast<double>(i - 1) * step < high * (1 - 1e-9) || i < 2; ++i) {
        marks.push_back(static_cast<double>(i) * step);
    }
    return marks;
}

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
    frame.x_marks =
        chart.logarithmic_x ? powers(frame.low_x, frame.high_x, 2) : round_marks(frame.high_x);
    frame.y_marks =
        chart.logarithmic_y ? powers(frame.low_y, frame.high_y, 10) : round_marks(frame.high_y);
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

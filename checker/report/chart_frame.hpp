// The part of a plane that a chart shows, and the numbers along it.
#pragma once

#include "checker/report/chart.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

struct ChartFrame {
    double low_x = 0;
    double high_x = 1;
    double low_y = 0;
    double high_y = 1;
    std::vector<double> x_marks; ///< within the frame, ascending
    std::vector<double> y_marks;
};

/// Around all points of the chart, ends of its axes at marks where they are logarithmic; nothing
/// where it has none.
[[nodiscard]] std::optional<ChartFrame> frame_of(const Chart& chart);

/// "0.25", "1,500", "1e-07", "2 M": a mark's number.
[[nodiscard]] std::string mark_text(double value);

/// Whether a point can be drawn.
[[nodiscard]] bool can_be_drawn(const Chart& chart, const std::pair<double, double>& point);

} // namespace kit

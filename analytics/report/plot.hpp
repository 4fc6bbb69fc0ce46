// A line through points, drawn in a terminal or as an SVG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace analytics {

/// Points from left to right; exact figures become doubles here, where only pixels are left.
struct Plot {
    std::string title;
    std::string x_label;
    std::string y_label;

    struct Point {
        std::int64_t x = 0;
        double y = 0; ///< 0 or more
    };

    std::vector<Point> points; ///< never empty, x ascending
};

/// Round numbers (1, 2 or 5 times a power of ten apart) from `low` or below up to `high` or above,
/// about `wanted` of them. Precondition: low ≤ high.
[[nodiscard]] std::vector<double> ticks(double low, double high, int wanted);

/// "0.25", "1,500", "2 M": a tick's number, short enough for an axis.
[[nodiscard]] std::string tick_text(double value);

/// UTF-8 text of at most 80 columns, ending in a newline: the y axis from 0, a dot for each point.
[[nodiscard]] std::string text_plot(const Plot& plot);

/// A whole SVG file, readable on light and dark backgrounds.
[[nodiscard]] std::string svg_plot(const Plot& plot);

} // namespace analytics

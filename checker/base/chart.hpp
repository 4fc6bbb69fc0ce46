// Lines of points over one quantity, drawn in a terminal or as an SVG, and the axes of such pictures.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace kit {

/// An axis from `low` to `high`, drawn from `begin` to `end`.
struct DrawnAxis {
    double low = 0;
    double high = 1;
    double begin = 0;
    double end = 1;
    bool logarithmic = true; ///< then `low` is above 0

    [[nodiscard]] double at(double value) const {
        const double part = logarithmic ? std::log(value / low) / std::log(high / low)
                                        : (value - low) / (high - low);
        return begin + part * (end - begin);
    }
};

/// Round numbers (1, 2 or 5 times a power of ten apart) from `low` or below up to `high` or above,
/// about `wanted` of them. Precondition: low ≤ high.
[[nodiscard]] std::vector<double> ticks(double low, double high, int wanted);

/// "0.25", "1,500", "1e-07", "2.5 M": a number short enough for an axis.
[[nodiscard]] std::string tick_text(double value);

struct Chart {
    std::string title;
    std::string x_label;
    std::string y_label;
    bool logarithmic_x = false; ///< then every x is above 0; else marks are whole numbers
    bool logarithmic_y = false; ///< then points with y = 0 are left out

    struct Series {
        std::string name;
        std::vector<std::pair<double, double>> points; ///< x, y; x ascending, y 0 or more
    };

    std::vector<Series> series;
};

/// UTF-8 text of at most `terminal_width` columns: a dot for each point, or a letter for each of several
/// series, in their order, and which is which below. Empty where no point can be drawn.
[[nodiscard]] std::string text_chart(const Chart& chart, int terminal_width);

/// A whole SVG file, readable on light and dark backgrounds. Empty where no point can be drawn.
[[nodiscard]] std::string svg_chart(const Chart& chart);

} // namespace kit

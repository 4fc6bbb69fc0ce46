// Several lines of points over one quantity, drawn in a terminal or as an SVG.
#pragma once

#include "checker/report/style.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kit {

struct Chart {
    std::string title;
    std::string x_label;
    std::string y_label;
    bool logarithmic_x = false; ///< then every x is above 0
    bool logarithmic_y = false; ///< then points with y = 0 are left out

    struct Series {
        std::string name;
        std::vector<std::pair<double, double>> points; ///< x, y; x ascending, y 0 or more
    };

    std::vector<Series> series;
};

/// At most the style's width; a letter for each series, in their order, and which is which below.
/// Empty where there is no point.
[[nodiscard]] std::string text_chart(const Chart& chart, const TextStyle& style);

/// A whole SVG file, readable on light and dark backgrounds. Empty where there is no point.
[[nodiscard]] std::string svg_chart(const Chart& chart);

} // namespace kit

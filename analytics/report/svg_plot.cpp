// The SVG of a plot: axes, ticks, labels, a line and its points, in colours that follow the
// reader's light or dark setting.
#include "analytics/report/plot.hpp"
#include "analytics/report/xml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace analytics {

namespace {

// Pixels.
constexpr double width = 720;
constexpr double height = 440;
constexpr double left = 90;
constexpr double right = width - 30;
constexpr double top = 60;
constexpr double bottom = height - 70;

constexpr const char* style = R"(<style>
  text { font: 14px sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: bold; }
  .grid { stroke: #d0d7de; }
  .axis { stroke: #1f2328; }
  .line { stroke: #0969da; stroke-width: 2; fill: none; }
  .point { fill: #0969da; }
  .paper { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .grid { stroke: #30363d; }
    .axis { stroke: #e6edf3; }
    .line { stroke: #58a6ff; }
    .point { fill: #58a6ff; }
    .paper { fill: #0d1117; }
  }
</style>
)";

/// Values along one side of the paper.
struct Scale {
    double low = 0;
    double high = 1;
    double from = 0; ///< pixel of low
    double to = 1;   ///< pixel of high

    [[nodiscard]] double pixel(double value) const {
        return high > low ? from + (value - low) / (high - low) * (to - from) : (from + to) / 2;
    }
};

std::string line(const char* kind, double x1, double y1, double x2, double y2) {
    return fmt::format(R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)"
                       "\n",
                       kind, x1, y1, x2, y2);
}

std::string label(double x, double y, const char* anchor, const std::string& text,
                  const std::string& more = "") {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>{}</text>)"
                       "\n",
                       x, y, anchor, more, xml_text(text));
}

std::string y_axis(const Scale& scale, const std::vector<double>& marks) {
    std::string svg;
    for (const double mark : marks) {
        const double y = scale.pixel(mark);
        svg += line("grid", left, y, right, y);
        svg += label(left - 8, y + 5, "end", tick_text(mark));
    }
    return svg + line("axis", left, top, left, bottom);
}

std::string x_axis(const Scale& scale) {
    std::string svg = line("axis", left, bottom, right, bottom);
    for (const double mark : ticks(scale.low, scale.high, 8)) {
        // Sizes are whole, and the axis begins and ends with the first and last of them.
        if (mark == std::floor(mark) && mark >= scale.low && mark <= scale.high) {
            const double x = scale.pixel(mark);
            svg += line("axis", x, bottom, x, bottom + 5);
            svg += label(x, bottom + 22, "middle", tick_text(mark));
        }
    }
    return svg;
}

} // namespace

std::string svg_plot(const Plot& plot) {
    double highest = 0;
    for (const Plot::Point& point : plot.points) {
        highest = std::max(highest, point.y);
    }
    const std::vector<double> marks = ticks(0, highest, 5);
    const Scale x{static_cast<double>(plot.points.front().x),
                  static_cast<double>(plot.points.back().x), left, right - 10};
    const Scale y{0, marks.back(), bottom, top};

    std::string way;
    std::string dots;
    for (const Plot::Point& point : plot.points) {
        const double px = x.pixel(static_cast<double>(point.x));
        const double py = y.pixel(point.y);
        way += fmt::format("{}{:.1f},{:.1f}", way.empty() ? "" : " ", px, py);
        dots += fmt::format(R"(<circle class="point" cx="{:.1f}" cy="{:.1f}" r="3"/>)"
                            "\n",
                            px, py);
    }
    std::string svg =
        fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img">)"
                    "\n<title>{}</title>\n{}",
                    width, height, xml_text(plot.title), style);
    svg += fmt::format(R"(<rect class="paper" width="{}" height="{}"/>)"
                       "\n",
                       width, height);
    svg += label(left, 24, "start", plot.title, R"( class="title")");
    svg += label(left, 46, "start", plot.y_label);
    svg += y_axis(y, marks) + x_axis(x);
    svg += label((left + right) / 2, height - 20, "middle", plot.x_label);
    svg += fmt::format(R"(<polyline class="line" points="{}"/>)"
                       "\n",
                       way);
    return svg + dots + "</svg>\n";
}

} // namespace analytics

// A chart as a picture; see chart.hpp.
#include "checker/report/chart.hpp"

#include "analytics/report/xml_text.hpp"
#include "checker/report/chart_frame.hpp"
#include "checker/report/drawn_axis.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

constexpr double width = 640;
constexpr double height = 400;
constexpr double left = 76;
constexpr double right = 32; // half of the last mark's text
constexpr double top = 44;
constexpr double bottom = 52;
constexpr double legend_line = 18;
constexpr std::size_t colours = 6;

constexpr const char* style = R"(<style>
text { font: 12px system-ui, sans-serif; fill: #222; }
.title { font-size: 14px; font-weight: 600; }
.grid { stroke: #ddd; }
polyline { fill: none; stroke-width: 2; }
.s0 { stroke: #1a6fb5; fill: #1a6fb5; } .s1 { stroke: #c2410c; fill: #c2410c; }
.s2 { stroke: #2f855a; fill: #2f855a; } .s3 { stroke: #7e3fb0; fill: #7e3fb0; }
.s4 { stroke: #8a6d0b; fill: #8a6d0b; } .s5 { stroke: #555; fill: #555; }
@media (prefers-color-scheme: dark) {
  .page { fill: #1b1b1b; }
  text { fill: #ddd; }
  .grid { stroke: #3a3a3a; }
  .s0 { stroke: #6bb3ea; fill: #6bb3ea; } .s1 { stroke: #fb923c; fill: #fb923c; }
  .s2 { stroke: #68d391; fill: #68d391; } .s3 { stroke: #c4a1e8; fill: #c4a1e8; }
  .s4 { stroke: #e0c04c; fill: #e0c04c; } .s5 { stroke: #bbb; fill: #bbb; }
}
polyline.s0, polyline.s1, polyline.s2, polyline.s3, polyline.s4, polyline.s5 { fill: none; }
</style>
)";

std::string label(double x, double y, const char* anchor, const std::string& words) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                       anchor, analytics::xml_text(words));
}

std::string line(double x1, double y1, double x2, double y2) {
    return fmt::format(
        "<line class=\"grid\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", x1, y1,
        x2, y2);
}

} // namespace

std::string svg_chart(const Chart& chart) {
    const std::optional<ChartFrame> frame = frame_of(chart);
    if (!frame) {
        return {};
    }
    const double legend =
        chart.series.size() > 1 ? legend_line * static_cast<double>(chart.series.size()) : 0;
    const DrawnAxis x{frame->low_x, frame->high_x, left, width - right, chart.logarithmic_x};
    const DrawnAxis y{frame->low_y, frame->high_y, height - bottom, top, chart.logarithmic_y};
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n",
        width, height + legend, analytics::xml_text(chart.title));
    svg += style;
    svg += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n", width,
                       height + legend);
    for (const double mark : frame->x_marks) {
        svg += line(x.at(mark), top, x.at(mark), height - bottom);
        svg += label(x.at(mark), height - bottom + 18, "middle", mark_text(mark));
    }
    for (const double mark : frame->y_marks) {
        svg += line(left, y.at(mark), width - right, y.at(mark));
        svg += label(left - 8, y.at(mark) + 4, "end", mark_text(mark));
    }
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const std::size_t colour = i % colours;
        std::string path;
        std::string dots;
        for (const auto& point : chart.series[i].points) {
            if (can_be_drawn(chart, point)) {
                const double at_x = x.at(point.first);
                const double at_y = y.at(point.second);
                path += fmt::format("{:.1f},{:.1f} ", at_x, at_y);
                dots += fmt::format("<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n",
                                    colour, at_x, at_y);
            }
        }
        svg += fmt::format("<polyline class=\"s{}\" points=\"{}\"/>\n{}", colour, path, dots);
        if (legend > 0) {
            const double at = height + legend_line * static_cast<double>(i);
            svg += fmt::format("<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n",
                               colour, left + 4, at - 4);
            svg += label(left + 16, at, "start", chart.series[i].name);
        }
    }
    svg += fmt::format("<text class=\"title\" x=\"{}\" y=\"24\">{}</text>\n", left,
                       analytics::xml_text(chart.title));
    svg += label((left + width - right) / 2, height - 14, "middle", chart.x_label);
    svg += fmt::format("<text transform=\"translate(16 {:.1f}) rotate(-90)\" "
                       "text-anchor=\"middle\">{}</text>\n",
                       (top + height - bottom) / 2, analytics::xml_text(chart.y_label));
    return svg + "</svg>\n";
}

} // namespace kit

#include "checker/base/chart.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace kit {

namespace {

/// The part of the plane that a chart shows, and the numbers along it.
struct Frame {
    double low_x = std::numeric_limits<double>::infinity();
    double high_x = -low_x;
    double low_y = low_x;
    double high_y = high_x;
    std::vector<double> x_marks; ///< within the frame, ascending
    std::vector<double> y_marks;
};

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

/// Round whole numbers within the axis: its quantity is a count, and it ends with its last points.
std::vector<double> whole_ticks(double low, double high) {
    std::vector<double> marks = ticks(low, high, 8);
    std::erase_if(
        marks, [&](double mark) { return mark != std::floor(mark) || mark < low || mark > high; });
    return marks;
}

bool can_be_drawn(const Chart& chart, const std::pair<double, double>& point) {
    return std::isfinite(point.second) && (point.second > 0 || !chart.logarithmic_y);
}

/// Around all points, logarithmic axes from mark to mark; nothing where no point can be drawn.
std::optional<Frame> frame_of(const Chart& chart) {
    Frame frame;
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
    if (chart.logarithmic_x) {
        frame.x_marks = powers(frame.low_x, frame.high_x, 2);
        frame.low_x = frame.x_marks.front();
        frame.high_x = frame.x_marks.back();
    } else {
        frame.high_x += frame.high_x == frame.low_x ? 1 : 0;
        frame.x_marks = whole_ticks(frame.low_x, frame.high_x);
    }
    frame.y_marks =
        chart.logarithmic_y ? powers(frame.low_y, frame.high_y, 10) : ticks(0, frame.high_y, 5);
    frame.low_y = frame.y_marks.front();
    frame.high_y = frame.y_marks.back();
    return frame;
}

void drop_trailing_spaces(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
}

// Pixels.
constexpr double width = 640;
constexpr double height = 400;
constexpr double left = 76;
constexpr double right = 32; // half of the last mark's text
constexpr double top = 44;
constexpr double bottom = 52;
constexpr double legend_line = 18;
constexpr std::size_t colours = 6;

constexpr const char* chart_style = R"(<style>
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

std::string svg_label(double x, double y, const char* anchor, const std::string& words) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                       anchor, xml_text(words));
}

std::string grid_line(double x1, double y1, double x2, double y2) {
    return fmt::format(
        "<line class=\"grid\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", x1, y1,
        x2, y2);
}

} // namespace

std::vector<double> ticks(double low, double high, int wanted) {
    if (high <= low) {
        high = low + 1;
    }
    const double step = round_step((high - low) / wanted);
    const double first = std::floor(low / step + 1e-9);
    const double last = std::ceil(high / step - 1e-9);
    std::vector<double> values;
    for (double i = first; i <= last; ++i) {
        values.push_back(i * step);
    }
    return values;
}

std::string tick_text(double value) {
    constexpr std::array<std::pair<double, const char*>, 3> units{
        {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}}};
    for (const auto& [unit, sign] : units) {
        if (value >= unit) {
            return fmt::format("{:.3g} {}", value / unit, sign); // 2^20 is 1.05 M
        }
    }
    return value >= 1000 ? thousands(std::llround(value)) : fmt::format("{:g}", value);
}

std::string text_chart(const Chart& chart, int terminal_width) {
    const std::optional<Frame> frame = frame_of(chart);
    if (!frame) {
        return {};
    }
    int label_width = 0;
    for (const double mark : frame->y_marks) {
        label_width = std::max(label_width, width_of(tick_text(mark)));
    }
    constexpr int lines = 16;
    const int columns = std::clamp(terminal_width - label_width - 6, 20, 72);
    const DrawnAxis x{frame->low_x, frame->high_x, 0, columns - 1.0, chart.logarithmic_x};
    const DrawnAxis y{frame->low_y, frame->high_y, 0, lines - 1.0, chart.logarithmic_y};
    const auto place = [](const DrawnAxis& axis, double value) {
        return static_cast<std::size_t>(std::lround(axis.at(value)));
    };
    const bool several = chart.series.size() > 1;
    std::vector<std::vector<std::string>> dots(
        lines, std::vector<std::string>(static_cast<std::size_t>(columns), " "));
    std::string names;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const std::string sign =
            several ? std::string(1, static_cast<char>('a' + i % 26)) : std::string("•");
        for (const auto& point : chart.series[i].points) {
            if (can_be_drawn(chart, point)) {
                std::string& dot = dots[place(y, point.second)][place(x, point.first)];
                dot = dot == " " || dot == sign ? sign : "*";
            }
        }
        names += "  " + sign + "  " + chart.series[i].name + "\n";
    }
    std::vector<std::string> labels(lines);
    for (const double mark : frame->y_marks) {
        labels[place(y, mark)] = tick_text(mark);
    }
    std::string text = "  " + chart.y_label + "\n";
    for (std::size_t line = lines; line-- > 0;) {
        std::string row = "  " + pad_left(labels[line], label_width) +
                          (labels[line].empty() ? " │ " : " ┤ ") + join(dots[line], "");
        drop_trailing_spaces(row);
        text += row + "\n";
    }
    const std::string margin(static_cast<std::size_t>(label_width) + 3, ' ');
    text += margin + "└" + repeated("─", columns + 1);
    std::string numbers(static_cast<std::size_t>(columns) + 16, ' ');
    std::size_t free_from = 0;
    for (const double mark : frame->x_marks) {
        const std::string label = tick_text(mark);
        const std::size_t at = place(x, mark);
        const std::size_t begin = at > label.size() / 2 ? at - label.size() / 2 : 0;
        if (begin >= free_from) {
            numbers.replace(begin, label.size(), label);
            free_from = begin + label.size() + 2;
        }
    }
    drop_trailing_spaces(numbers);
    return text + "\n" + margin + "  " + numbers + "\n" + margin + "  " + chart.x_label + "\n" +
           (several ? names : "");
}

std::string svg_chart(const Chart& chart) {
    const std::optional<Frame> frame = frame_of(chart);
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
        width, height + legend, xml_text(chart.title));
    svg += chart_style;
    svg += fmt::format("<rect class=\"page\" width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n", width,
                       height + legend);
    for (const double mark : frame->x_marks) {
        svg += grid_line(x.at(mark), top, x.at(mark), height - bottom);
        svg += svg_label(x.at(mark), height - bottom + 18, "middle", tick_text(mark));
    }
    for (const double mark : frame->y_marks) {
        svg += grid_line(left, y.at(mark), width - right, y.at(mark));
        svg += svg_label(left - 8, y.at(mark) + 4, "end", tick_text(mark));
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
            svg += svg_label(left + 16, at, "start", chart.series[i].name);
        }
    }
    svg += fmt::format("<text class=\"title\" x=\"{}\" y=\"24\">{}</text>\n", left,
                       xml_text(chart.title));
    svg += svg_label((left + width - right) / 2, height - 14, "middle", chart.x_label);
    svg += fmt::format("<text transform=\"translate(16 {:.1f}) rotate(-90)\" "
                       "text-anchor=\"middle\">{}</text>\n",
                       (top + height - bottom) / 2, xml_text(chart.y_label));
    return svg + "</svg>\n";
}

} // namespace kit

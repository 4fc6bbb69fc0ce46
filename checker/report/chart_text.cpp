// A chart in a terminal; see chart.hpp.
#include "checker/report/chart.hpp"
#include "checker/report/chart_frame.hpp"
#include "checker/report/drawn_axis.hpp"
#include "checker/report/layout.hpp"
#include "checker/report/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kit {

namespace {

constexpr int lines = 16;

void drop_trailing_spaces(std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
}

} // namespace

std::string text_chart(const Chart& chart, const TextStyle& style) {
    const std::optional<ChartFrame> frame = frame_of(chart);
    if (!frame) {
        return {};
    }
    int label_width = 0;
    for (const double mark : frame->y_marks) {
        label_width = std::max(label_width, width_of(mark_text(mark)));
    }
    const int columns = std::clamp(style.width - label_width - 6, 20, 72);
    const DrawnAxis x{frame->low_x, frame->high_x, 0, columns - 1.0, chart.logarithmic_x};
    const DrawnAxis y{frame->low_y, frame->high_y, 0, lines - 1.0, chart.logarithmic_y};
    const auto place = [](const DrawnAxis& axis, double value) {
        return static_cast<std::size_t>(std::lround(axis.at(value)));
    };
    std::vector<std::string> dots(lines, std::string(static_cast<std::size_t>(columns), ' '));
    std::string names;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const char letter = static_cast<char>('a' + i % 26);
        for (const auto& point : chart.series[i].points) {
            if (can_be_drawn(chart, point)) {
                char& dot = dots[place(y, point.second)][place(x, point.first)];
                dot = dot == ' ' || dot == letter ? letter : '*';
            }
        }
        names += std::string("  ") + letter + "  " + chart.series[i].name + "\n";
    }
    std::vector<std::string> labels(lines);
    for (const double mark : frame->y_marks) {
        labels[place(y, mark)] = mark_text(mark);
    }
    std::string text = "  " + chart.y_label + "\n";
    for (std::size_t line = lines; line-- > 0;) {
        std::string row = "  " + pad_left(labels[line], label_width) +
                          (labels[line].empty() ? " │ " : " ┤ ") + dots[line];
        drop_trailing_spaces(row);
        text += row + "\n";
    }
    const std::string margin(static_cast<std::size_t>(label_width) + 3, ' ');
    text += margin + "└";
    for (int i = 0; i <= columns; ++i) {
        text += "─";
    }
    std::string numbers(static_cast<std::size_t>(columns) + 16, ' ');
    std::size_t free_from = 0;
    for (const double mark : frame->x_marks) {
        const std::string label = mark_text(mark);
        const std::size_t at = place(x, mark);
        const std::size_t begin = at > label.size() / 2 ? at - label.size() / 2 : 0;
        if (begin >= free_from) {
            numbers.replace(begin, label.size(), label);
            free_from = begin + label.size() + 2;
        }
    }
    drop_trailing_spaces(numbers);
    return text + "\n" + margin + "  " + numbers + "\n" + margin + "  " + chart.x_label + "\n" +
           (chart.series.size() > 1 ? names : "");
}

} // namespace kit

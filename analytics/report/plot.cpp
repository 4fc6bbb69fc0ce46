#include "analytics/report/plot.hpp"

#include "analytics/notation.hpp"
#include "analytics/report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace analytics {

namespace {

constexpr int plot_columns = 60;
constexpr int plot_lines = 12;

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

std::string trimmed(double value) {
    const std::string text = fmt::format("{:.6f}", value);
    const std::size_t last = text.find_last_not_of('0');
    return text.substr(0, text[last] == '.' ? last : last + 1);
}

int cell_of(double value, double low, double high, int cells) {
    return high > low ? static_cast<int>(std::lround((value - low) / (high - low) * (cells - 1)))
                      : 0;
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
        {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}}};
    for (const auto& [unit, sign] : units) {
        if (value >= unit) {
            return trimmed(value / unit) + sign;
        }
    }
    return value >= 1000 ? grouped(std::llround(value)) : trimmed(value);
}

std::string text_plot(const Plot& plot) {
    double highest = 0;
    for (const Plot::Point& point : plot.points) {
        highest = std::max(highest, point.y);
    }
    const std::vector<double> marks = ticks(0, highest, 4);
    const double left = static_cast<double>(plot.points.front().x);
    const double right = static_cast<double>(plot.points.back().x);

    std::vector<std::vector<bool>> dots(plot_lines, std::vector<bool>(plot_columns));
    for (const Plot::Point& point : plot.points) {
        const int line = cell_of(point.y, 0, marks.back(), plot_lines);
        const int column = cell_of(static_cast<double>(point.x), left, right, plot_columns);
        dots[line][column] = true;
    }
    std::vector<std::string> labels(plot_lines);
    std::size_t width = 0;
    for (const double mark : marks) {
        labels[cell_of(mark, 0, marks.back(), plot_lines)] = tick_text(mark);
        width = std::max(width, columns(tick_text(mark)));
    }
    std::string text = "  " + plot.y_label + "\n";
    for (int line = plot_lines - 1; line >= 0; --line) {
        std::string row =
            "  " + right_aligned(labels[line], width) + (labels[line].empty() ? " │ " : " ┤ ");
        for (const bool dot : dots[line]) {
            row += dot ? "•" : " ";
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    const std::string margin(width + 3, ' ');
    std::string axis = margin + "└";
    for (int i = 0; i <= plot_columns; ++i) {
        axis += "─";
    }
    const std::string first = grouped(plot.points.front().x);
    const std::string last = plot.points.size() > 1 ? grouped(plot.points.back().x) : "";
    const std::size_t between = plot_columns - std::min<std::size_t>(plot_columns, columns(first));
    std::string numbers = margin + "  " + first + right_aligned(last, between);
    numbers.erase(numbers.find_last_not_of(' ') + 1);
    return text + axis + "\n" + numbers + "\n" + margin + "  " + plot.x_label + "\n";
}

} // namespace analytics

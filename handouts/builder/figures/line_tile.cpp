#include "handouts/builder/figures/line_tile.hpp"

#include <fmt/format.h>

#include <vector>

namespace handouts {

namespace {

constexpr int shown_at_each_end = 5;

} // namespace

Drawing line_tile(const FigureSizes& sizes) {
    const int threads = sizes.at("threads");
    const int radius = sizes.at("radius");
    std::vector<int> shown; // -1 stands for those left out
    for (int t = 0; t < threads; ++t) {
        if (threads <= 2 * shown_at_each_end || t < shown_at_each_end ||
            t >= threads - shown_at_each_end) {
            shown.push_back(t);
        } else if (shown.back() >= 0) {
            shown.push_back(-1);
        }
    }
    const double side = 44;
    const double left = 70;
    const int columns = static_cast<int>(shown.size()) + 2 * radius;
    const double width = left + side * columns + 12;
    Drawing drawing(
        width, 250,
        fmt::format("The shared array of a block of {} threads has {} cells", threads,
                    threads + 2 * radius),
        fmt::format("Every thread loads the cell {0} further on than its own number, and the first "
                    "{0} also load the {0} cells of the halo at either end.",
                    radius));
    const auto column_x = [&](int column) { return left + side * column; };
    const double array_y = 128;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const double x = column_x(static_cast<int>(i) + radius);
        if (shown[i] < 0) {
            drawing.label({x + side / 2, 57}, "…");
            drawing.label({x + side / 2, array_y + 24}, "…");
            continue;
        }
        drawing.cell(Cell::thread, {x + 2, 36}, side - 4, 32, fmt::format("{}", shown[i]));
        drawing.arrow({x + side / 2, 68}, {x + side / 2, array_y - 2});
        drawing.cell(Cell::output, {x, array_y}, side, 36, fmt::format("{}", shown[i] + radius));
    }
    for (int h = 0; h < radius; ++h) {
        const int last = columns - radius + h;
        drawing.cell(Cell::halo, {column_x(h), array_y}, side, 36, fmt::format("{}", h));
        drawing.cell(Cell::halo, {column_x(last), array_y}, side, 36,
                     fmt::format("{}", threads + radius + h));
        // From below the thread to the halo on the left, and over all threads to that on the right.
        const double from = column_x(h + radius) + side / 2 - 8;
        drawing.arrow({from, 68}, {column_x(h) + side / 2, array_y - 2});
        const double above = 20.0 - 8 * h;
        const double end = column_x(last) + side / 2;
        drawing.line({from + 16, 36}, {from + 16, above});
        drawing.line({from + 16, above}, {end, above});
        drawing.arrow({end, above}, {end, array_y - 2});
    }
    drawing.label({left - 12, 57}, "thread", "end");
    drawing.label({left - 12, array_y + 24}, "array", "end");
    drawing.bracket(column_x(radius), column_x(columns - radius), array_y + 46,
                    fmt::format("{} cells, one for each thread", threads));
    drawing.legend({left, 222}, {{Cell::halo, fmt::format("halo, loaded by the first {}",
                                                          radius == 1 ? "thread" : "threads")},
                                 {Cell::output, "a thread's own"}});
    return drawing;
}

} // namespace handouts

#include "handouts/builder/figures/moved_windows.hpp"

#include "handouts/builder/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace handouts {

Drawing moved_windows(const FigureSizes& sizes) {
    const int points = sizes.at("points");
    const int radius = sizes.at("radius");
    const int window = 2 * radius + 1;
    if (window > points) {
        throw Unanswerable(
            fmt::format("A window of {} points does not fit on a line of {}.", window, points));
    }
    const double side = 30;
    const double left = 70;
    const double top = 40;
    const double end = left + side * points;
    Drawing drawing(end + 84, top + side * points + 44,
                    fmt::format("The windows of {} points, {} points each", points, window),
                    fmt::format("Each row is one point's window. In the middle the point has {0} "
                                "neighbours on either side in it. The first {0} points all have "
                                "the first window, the last {0} the last one, and lie at other "
                                "places in it.",
                                radius));
    for (int at = 0; at < points; ++at) {
        drawing.label({left + side * (at + 0.5), top - 10}, fmt::format("{}", at));
    }
    drawing.label({left - 12, top - 10}, "point", "end");
    drawing.label({end + 12, top - 10}, "place", "start");
    for (int i = 0; i < points; ++i) {
        const int first = std::clamp(i - radius, 0, points - window);
        const double y = top + side * i;
        for (int at = 0; at < points; ++at) {
            const Cell kind = at == i                              ? Cell::output
                              : at >= first && at < first + window ? Cell::halo
                                                                   : Cell::outside;
            drawing.cell(kind, {left + side * at, y}, side, side);
        }
        drawing.label({left - 12, y + 20}, fmt::format("{}", i), "end");
        drawing.label({end + 12, y + 20}, fmt::format("{}", i - first), "start");
    }
    drawing.legend({left, top + side * points + 16},
                   {{Cell::output, "the point"}, {Cell::halo, "read, too"}});
    return drawing;
}

} // namespace handouts

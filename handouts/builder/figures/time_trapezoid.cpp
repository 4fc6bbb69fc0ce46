#include "handouts/builder/figures/time_trapezoid.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace handouts {

Drawing time_trapezoid(const FigureSizes& sizes) {
    const int outputs = sizes.at("outputs");
    const int steps = sizes.at("steps");
    const int radius = sizes.at("radius");
    const int widest = outputs + 2 * radius * steps;
    const double side = std::min(34.0, 520.0 / widest);
    const double left = 128;
    const double row_height = 44;
    Drawing drawing(
        left + side * widest + 16, row_height * (steps + 1) + 60,
        fmt::format("{} sweeps of a tile of {} cells leave {}", steps, widest, outputs),
        fmt::format("Each sweep is right for {} cells fewer at either end than the one before it, "
                    "as their neighbours lie in other tiles.",
                    radius));
    for (int step = 0; step <= steps; ++step) {
        const double y = 14 + row_height * step;
        drawing.label({left - 12, y + 23},
                      step == 0 ? "loaded" : fmt::format("after sweep {}", step), "end");
        for (int cell = radius * step; cell < widest - radius * step; ++cell) {
            const bool kept = cell >= radius * steps && cell < widest - radius * steps;
            drawing.cell(step == steps ? Cell::fresh
                         : kept        ? Cell::output
                                       : Cell::halo,
                         {left + side * cell, y}, side, 34);
        }
    }
    drawing.legend({left, row_height * (steps + 1) + 28},
                   {{Cell::fresh, "kept"}, {Cell::output, "under it"}, {Cell::halo, "halo"}});
    return drawing;
}

} // namespace handouts

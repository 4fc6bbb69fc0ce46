#include "handouts/builder/figures/tile_row.hpp"

#include "handouts/builder/problem.hpp"

#include <fmt/format.h>

namespace handouts {

Drawing tile_row(const FigureSizes& sizes) {
    const int threads = sizes.at("threads");
    const int radius = sizes.at("radius");
    const int outputs = threads - 2 * radius;
    if (outputs < 1) {
        throw Unanswerable(
            fmt::format("A tile of {} with a halo of {} has no outputs.", threads, radius));
    }
    const double side = threads <= 10 ? 44 : 32;
    const double left = 112;
    Drawing drawing(
        left + side * threads + 12, 232,
        fmt::format("One row of an input tile: {} threads load {} cells and compute {}", threads,
                    threads, outputs),
        fmt::format("Every thread loads the cell at its own place. The first {0} and the last {0} "
                    "cells are halo. The {1} threads between compute the output tile; the others "
                    "only load.",
                    radius, outputs));
    for (int t = 0; t < threads; ++t) {
        const double x = left + side * t;
        const bool computes = t >= radius && t < threads - radius;
        drawing.cell(Cell::thread, {x + 3, 14}, side - 6, 32, fmt::format("{}", t));
        drawing.arrow({x + side / 2, 46}, {x + side / 2, 72});
        drawing.cell(computes ? Cell::output : Cell::halo, {x, 74}, side, 36, computes ? "o" : "h");
        if (computes) {
            drawing.arrow({x + side / 2, 110}, {x + side / 2, 136});
            drawing.cell(Cell::output, {x, 138}, side, 36);
        }
    }
    drawing.label({left - 12, 35}, "thread", "end");
    drawing.label({left - 12, 97}, "input tile", "end");
    drawing.label({left - 12, 161}, "output tile", "end");
    drawing.legend({left, 200}, {{Cell::halo, "halo"}, {Cell::output, "output"}});
    return drawing;
}

} // namespace handouts

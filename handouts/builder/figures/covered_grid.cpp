#include "handouts/builder/figures/covered_grid.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace handouts {

Drawing covered_grid(const FigureSizes& sizes) {
    const int cells = sizes.at("cells");
    const int block = sizes.at("block");
    const int radius = sizes.at("radius");
    const int blocks = (cells + block - 1) / block;
    const int threads = blocks * block;
    const double side = std::min(32.0, 420.0 / threads);
    const double left = 20;
    const double top = 44;
    const double all = side * threads;
    Drawing drawing(
        std::max(left + all + 20, 430.0), top + all + 66,
        fmt::format("A grid of {0}×{0} cells under {1}×{1} blocks of {2}×{2} threads", cells,
                    blocks, block),
        fmt::format("Each square is a thread. Those on the grid's outermost cells have a neighbour "
                    "missing and compute nothing; those beyond the last cell, number {}, have no "
                    "cell at all.",
                    cells - 1));
    for (int y = 0; y < threads; ++y) {
        for (int x = 0; x < threads; ++x) {
            const int nearest = std::min(x, y);
            const int furthest = std::max(x, y);
            const Cell kind = furthest >= cells                                ? Cell::outside
                              : nearest < radius || furthest >= cells - radius ? Cell::boundary
                                                                               : Cell::output;
            drawing.cell(kind, {left + side * x, top + side * y}, side, side);
        }
    }
    for (int by = 0; by < blocks; ++by) {
        for (int bx = 0; bx < blocks; ++bx) {
            drawing.heavy_frame({left + side * block * bx, top + side * block * by}, side * block,
                                side * block);
        }
    }
    drawing.bracket(left, left + side * cells, top - 10, fmt::format("n = {}", cells), true);
    drawing.legend({left, top + all + 16}, {{Cell::output, "computes"},
                                            {Cell::boundary, "boundary: no"},
                                            {Cell::outside, "no cell: no"}});
    return drawing;
}

} // namespace handouts

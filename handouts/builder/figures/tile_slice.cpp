#include "handouts/builder/figures/tile_slice.hpp"

#include "handouts/builder/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace handouts {

Drawing tile_slice(const FigureSizes& sizes) {
    const int block = sizes.at("block");
    const int radius = sizes.at("radius");
    const int outputs = block - 2 * radius;
    if (outputs < 1) {
        throw Unanswerable(
            fmt::format("A tile of {} with a halo of {} has no outputs.", block, radius));
    }
    const double side = std::min(34.0, 400.0 / block);
    const double tile = side * block;
    const double left = 74;
    const double top = 44;
    Drawing drawing(
        std::max(left + tile + 20, 430.0), top + tile + 108,
        fmt::format("The middle slice of an input tile of {0}×{0}", block),
        fmt::format("The {0}×{0} cells within are the output tile. Round them lies a halo of {1}, "
                    "read as neighbours only. A star reads along the axes, so it never reads the "
                    "corners of {1}×{1}.",
                    outputs, radius));
    const auto is_within = [&](int at) { return at >= radius && at < block - radius; };
    for (int y = 0; y < block; ++y) {
        for (int x = 0; x < block; ++x) {
            const Cell kind = is_within(x) && is_within(y)   ? Cell::output
                              : is_within(x) || is_within(y) ? Cell::halo
                                                             : Cell::unread;
            drawing.cell(kind, {left + side * x, top + side * y}, side, side);
        }
    }
    drawing.heavy_frame({left + side * radius, top + side * radius}, side * outputs,
                        side * outputs);
    drawing.bracket(left, left + tile, top - 10, fmt::format("input tile: {} cells", block), true);
    drawing.bracket(left + side * radius, left + side * (block - radius), top + tile + 10,
                    fmt::format("output tile: {} cells", outputs));
    drawing.label({left - 12, top + tile / 2}, "y, j", "end");
    drawing.arrow({left - 24, top + tile / 2 + 10}, {left - 24, top + tile / 2 + 46});
    drawing.label({left - 12, top + tile + 28}, "x, k →", "end");
    drawing.legend({left - 40, top + tile + 56}, {{Cell::output, "output"},
                                                  {Cell::halo, "halo"},
                                                  {Cell::unread, "loaded, never read by a star"}});
    return drawing;
}

} // namespace handouts

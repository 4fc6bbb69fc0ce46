#include "handouts/builder/figures/halo_faces.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace handouts {

Drawing halo_faces(const FigureSizes& sizes) {
    const int block = sizes.at("block");
    const int radius = sizes.at("radius");
    const int tile = block + 2 * radius;
    const double side = std::min(36.0, 400.0 / tile);
    const double left = 26;
    const double top = 44;
    const double all = side * tile;
    Drawing drawing(
        std::max(left + all + 20, 430.0), top + all + 96,
        fmt::format("A block of {0}×{0} threads in a tile of {1}×{1} cells", block, tile),
        fmt::format(
            "Each thread loads its own cell. Those within {0} of an edge load the cell "
            "beyond that edge, too. The corners of the halo are never loaded: no star reads "
            "them.",
            radius == 1 ? "one cell" : "two cells"));
    const auto is_within = [&](int at) { return at >= radius && at < tile - radius; };
    for (int y = 0; y < tile; ++y) {
        for (int x = 0; x < tile; ++x) {
            const Cell kind = is_within(x) && is_within(y)   ? Cell::output
                              : is_within(x) || is_within(y) ? Cell::halo
                                                             : Cell::outside;
            drawing.cell(kind, {left + side * x, top + side * y}, side, side);
        }
    }
    // From the edge threads outwards, over `radius` cells: the thread at distance d from the edge
    // loads the halo cell that is as far beyond it as there are cells in the radius.
    const double first = radius - 0.5;
    const double last = tile - radius + 0.5;
    for (int at = radius; at < tile - radius; ++at) {
        for (int depth = 0; depth < radius; ++depth) {
            // Side by side, as the ways of two threads overlap.
            const double middle = side * (at + (depth + 1.0) / (radius + 1));
            const double inner = first + depth + 1;
            const double outer = inner - radius;
            drawing.arrow({left + middle, top + side * inner}, {left + middle, top + side * outer});
            drawing.arrow({left + side * inner, top + middle}, {left + side * outer, top + middle});
            const double far_inner = last - depth - 1;
            const double far_outer = far_inner + radius;
            drawing.arrow({left + middle, top + side * far_inner},
                          {left + middle, top + side * far_outer});
            drawing.arrow({left + side * far_inner, top + middle},
                          {left + side * far_outer, top + middle});
        }
    }
    drawing.heavy_frame({left + side * radius, top + side * radius}, side * block, side * block);
    drawing.bracket(left, left + all, top - 10, fmt::format("tile: {} cells", tile), true);
    drawing.bracket(left + side * radius, left + side * (tile - radius), top + all + 10,
                    fmt::format("block: {} threads", block));
    drawing.legend(
        {left, top + all + 50},
        {{Cell::output, "own cell"}, {Cell::halo, "halo's faces"}, {Cell::outside, "not loaded"}});
    return drawing;
}

} // namespace handouts

#include "handouts/builder/figures/tiles_on_axis.hpp"

#include <fmt/format.h>

namespace handouts {

Drawing tiles_on_axis(const FigureSizes& sizes) {
    const int tile = sizes.at("tile");
    const int radius = sizes.at("radius");
    const int tiles = sizes.at("tiles");
    const int last = tiles * tile - 1 + radius;
    const double side = 30;
    const double left = 16 + side * radius;
    const double top = 62;
    const double below = top + 30;
    Drawing drawing(
        left + side * (last + 1) + 16, below + 26 + 44 * tiles + 44,
        fmt::format("The first {} tiles of an axis, {} outputs each", tiles, tile),
        fmt::format(
            "Output tile b covers the cells from {0}b to {0}b + {1}, without overlap; the "
            "first begins with the grid's boundary cell 0. Input tiles reach {2} further on "
            "either side: they overlap, and the first begins outside the grid.",
            tile, tile - 1, radius == 1 ? "one cell" : "two cells"));
    const auto x_of = [&](int cell) { return left + side * cell; };
    for (int cell = -radius; cell <= last; ++cell) {
        const Cell kind = cell < 0              ? Cell::outside
                          : cell < radius       ? Cell::boundary
                          : cell < tiles * tile ? Cell::output
                                                : Cell::halo;
        drawing.cell(kind, {x_of(cell), top}, side, 30,
                     cell < 0 ? fmt::format("−{}", -cell) : fmt::format("{}", cell));
    }
    for (int b = 0; b < tiles; ++b) {
        drawing.bracket(x_of(b * tile) + 4, x_of((b + 1) * tile) - 4, top - 10,
                        tile >= 4 ? fmt::format("output tile {}", b) : fmt::format("{}", b), true);
        const double y = below + 22 + 44 * b;
        drawing.bracket(
            x_of(b * tile - radius) + 2, x_of((b + 1) * tile + radius) - 2, y,
            fmt::format("input tile {}: {} to {}", b,
                        b == 0 ? fmt::format("−{}", radius) : fmt::format("{}", b * tile - radius),
                        (b + 1) * tile - 1 + radius));
    }
    drawing.legend({16, below + 26 + 44 * tiles + 10}, {{Cell::output, "computed"},
                                                        {Cell::boundary, "boundary"},
                                                        {Cell::halo, "next tile's"},
                                                        {Cell::outside, "no cell"}});
    return drawing;
}

} // namespace handouts

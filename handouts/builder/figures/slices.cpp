// Figures of a plane: slices of grids and tiles, and images.
#include "handouts/builder/figures/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

/// A square of cells; `kind_of` says what the cell of a column and a row shows.
template <class KindOf>
void draw_square(Drawing& drawing, Point corner, double side, int cells, KindOf kind_of) {
    for (int y = 0; y < cells; ++y) {
        for (int x = 0; x < cells; ++x) {
            drawing.cell(kind_of(x, y), {corner.x + side * x, corner.y + side * y}, side, side);
        }
    }
}

/// The cells of a star's tile: outputs within, its halo at the faces, and at the corners `corner`.
auto star_tile(int cells, int radius, CellKind corner) {
    return [=](int x, int y) {
        const auto is_within = [&](int at) { return at >= radius && at < cells - radius; };
        return is_within(x) && is_within(y)   ? CellKind::output
               : is_within(x) || is_within(y) ? CellKind::halo
                                              : corner;
    };
}

/// A slice of a grid under blocks with one thread for each cell: which threads compute. The blocks
/// are drawn beyond the grid, too.
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
        fmt::format("Each square is a thread. Threads on the outermost cells lack a neighbour and "
                    "compute nothing; threads beyond the last cell, number {}, have no cell.",
                    cells - 1));
    draw_square(drawing, {left, top}, side, threads, [&](int x, int y) {
        const int nearest = std::min(x, y);
        const int furthest = std::max(x, y);
        return furthest >= cells                                ? CellKind::outside
               : nearest < radius || furthest >= cells - radius ? CellKind::boundary
                                                                : CellKind::output;
    });
    for (int by = 0; by < blocks; ++by) {
        for (int bx = 0; bx < blocks; ++bx) {
            drawing.heavy_frame({left + side * block * bx, top + side * block * by}, side * block,
                                side * block);
        }
    }
    drawing.bracket(left, left + side * cells, top - 10, fmt::format("n = {}", cells), true);
    drawing.legend({left, top + all + 16}, {{CellKind::output, "computes"},
                                            {CellKind::boundary, "boundary: idle"},
                                            {CellKind::outside, "no cell: idle"}});
    return drawing;
}

/// The middle slice of an input tile: its outputs, its halo, and the corners that a star never
/// reads. Throws MarkerError if the halo fills the tile.
Drawing tile_slice(const FigureSizes& sizes) {
    const int block = sizes.at("block");
    const int radius = sizes.at("radius");
    const int outputs = tile_outputs(block, radius);
    const double side = std::min(34.0, 400.0 / block);
    const double tile = side * block;
    const double left = 74;
    const double top = 44;
    Drawing drawing(
        std::max(left + tile + 20, 430.0), top + tile + 108,
        fmt::format("The middle slice of an input tile of {0}×{0}", block),
        fmt::format(
            "The inner {0}×{0} cells are the output tile. Around them is a halo of {1}, read "
            "only as neighbours. A star reads along the axes, so it never reads the {1}×{1} "
            "corners.",
            outputs, radius));
    draw_square(drawing, {left, top}, side, block, star_tile(block, radius, CellKind::unread));
    drawing.heavy_frame({left + side * radius, top + side * radius}, side * outputs,
                        side * outputs);
    drawing.bracket(left, left + tile, top - 10, fmt::format("input tile: {} cells", block), true);
    drawing.bracket(left + side * radius, left + side * (block - radius), top + tile + 10,
                    fmt::format("output tile: {} cells", outputs));
    drawing.label({left - 12, top + tile / 2}, "y, j", "end");
    drawing.arrow({left - 24, top + tile / 2 + 10}, {left - 24, top + tile / 2 + 46});
    drawing.label({left - 12, top + tile + 28}, "x, k →", "end");
    drawing.legend({left - 40, top + tile + 56},
                   {{CellKind::output, "output"},
                    {CellKind::halo, "halo"},
                    {CellKind::unread, "loaded, never read by a star"}});
    return drawing;
}

/// A slice of a tile whose block covers the outputs; the edge threads also load the halo's faces.
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
            "Each thread loads its own cell. Threads within {0} of an edge also load the cell "
            "beyond it. The corners of the halo are never loaded: no star reads them.",
            radius == 1 ? "one cell" : "two cells"));
    draw_square(drawing, {left, top}, side, tile, star_tile(tile, radius, CellKind::outside));
    // From the edge threads outwards, over `radius` cells: the thread at distance d from the edge
    // loads the halo cell that is as far beyond it as there are cells in the radius.
    const double first = radius - 0.5;
    const double last = tile - radius + 0.5;
    for (int at = radius; at < tile - radius; ++at) {
        for (int depth = 0; depth < radius; ++depth) {
            // Side by side: two threads' paths would overlap.
            const double middle = side * (at + (depth + 1.0) / (radius + 1));
            const auto draw_both_axes = [&](double inner, double outer) {
                drawing.arrow({left + middle, top + side * inner},
                              {left + middle, top + side * outer});
                drawing.arrow({left + side * inner, top + middle},
                              {left + side * outer, top + middle});
            };
            const double near_inner = first + depth + 1;
            const double far_inner = last - depth - 1;
            draw_both_axes(near_inner, near_inner - radius);
            draw_both_axes(far_inner, far_inner + radius);
        }
    }
    drawing.heavy_frame({left + side * radius, top + side * radius}, side * block, side * block);
    drawing.bracket(left, left + all, top - 10, fmt::format("tile: {} cells", tile), true);
    drawing.bracket(left + side * radius, left + side * (tile - radius), top + all + 10,
                    fmt::format("block: {} threads", block));
    drawing.legend({left, top + all + 50}, {{CellKind::output, "own cell"},
                                            {CellKind::halo, "halo faces"},
                                            {CellKind::outside, "not loaded"}});
    return drawing;
}

/// The corner of an image with clamped coordinates: a cell outside shows the cell read instead.
Drawing clamped_image(const FigureSizes& sizes) {
    const int columns = sizes.at("columns");
    const int rows = sizes.at("rows");
    const int radius = sizes.at("radius");
    const double width = 52;
    const double height = 38;
    const double left = 20;
    const double top = 20;
    Drawing drawing(
        std::max(left + width * (columns + 2 * radius) + 20, 400.0),
        top + height * (rows + 2 * radius) + 60,
        fmt::format("An image of {} columns and {} rows with clamped edges", columns, rows),
        "Each cell of the image shows its row and column. A cell outside shows the cell that is "
        "read instead: the nearest one of the image.");
    for (int row = -radius; row < rows + radius; ++row) {
        for (int column = -radius; column < columns + radius; ++column) {
            const int read_row = std::clamp(row, 0, rows - 1);
            const int read_column = std::clamp(column, 0, columns - 1);
            const bool inside = read_row == row && read_column == column;
            const bool beside = read_row == row || read_column == column;
            // A star reads no cell that is outside on two axes.
            if (beside) {
                drawing.cell(inside ? CellKind::output : CellKind::outside,
                             {left + width * (column + radius), top + height * (row + radius)},
                             width, height, fmt::format("{},{}", read_row, read_column));
            }
        }
    }
    drawing.heavy_frame({left + width * radius, top + height * radius}, width * columns,
                        height * rows);
    drawing.legend({left, top + height * (rows + 2 * radius) + 18},
                   {{CellKind::output, "row, column"}, {CellKind::outside, "read instead"}});
    return drawing;
}

} // namespace

std::vector<FigureKind> slice_figures() {
    return {
        {"covered-grid",
         {{"cells", 11, 3, 30}, {"block", 4, 2, 16}, {"radius", 1, 1, 4}},
         covered_grid},
        {"tile-slice", {{"block", 8, 3, 34}, {"radius", 1, 1, 4}}, tile_slice},
        {"halo-faces", {{"block", 8, 4, 12}, {"radius", 1, 1, 2}}, halo_faces},
        {"clamped-image",
         {{"columns", 5, 2, 8}, {"rows", 4, 2, 8}, {"radius", 1, 1, 2}},
         clamped_image},
    };
}

} // namespace kit

// Figures of a plane: slices of grids and tiles, and images.
#include "handouts/builder/figures/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kit {

namespace {

constexpr std::array covered_grid_sizes{
    FigureSize{"cells", 11, 3, 30},
    FigureSize{"block", 4, 2, 16},
    FigureSize{"radius", 1, 1, 4},
};

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
    for (int y = 0; y < threads; ++y) {
        for (int x = 0; x < threads; ++x) {
            const int nearest = std::min(x, y);
            const int furthest = std::max(x, y);
            const CellKind kind = furthest >= cells ? CellKind::outside
                                  : nearest < radius || furthest >= cells - radius
                                      ? CellKind::boundary
                                      : CellKind::output;
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
    drawing.legend({left, top + all + 16}, {{CellKind::output, "computes"},
                                            {CellKind::boundary, "boundary: idle"},
                                            {CellKind::outside, "no cell: idle"}});
    return drawing;
}

constexpr std::array tile_slice_sizes{
    FigureSize{"block", 8, 3, 34},
    FigureSize{"radius", 1, 1, 4},
};

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
    const auto is_within = [&](int at) { return at >= radius && at < block - radius; };
    for (int y = 0; y < block; ++y) {
        for (int x = 0; x < block; ++x) {
            const CellKind kind = is_within(x) && is_within(y)   ? CellKind::output
                                  : is_within(x) || is_within(y) ? CellKind::halo
                                                                 : CellKind::unread;
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
    drawing.legend({left - 40, top + tile + 56},
                   {{CellKind::output, "output"},
                    {CellKind::halo, "halo"},
                    {CellKind::unread, "loaded, never read by a star"}});
    return drawing;
}

constexpr std::array halo_faces_sizes{
    FigureSize{"block", 8, 4, 12},
    FigureSize{"radius", 1, 1, 2},
};

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
    const auto is_within = [&](int at) { return at >= radius && at < tile - radius; };
    for (int y = 0; y < tile; ++y) {
        for (int x = 0; x < tile; ++x) {
            const CellKind kind = is_within(x) && is_within(y)   ? CellKind::output
                                  : is_within(x) || is_within(y) ? CellKind::halo
                                                                 : CellKind::outside;
            drawing.cell(kind, {left + side * x, top + side * y}, side, side);
        }
    }
    // From the edge threads outwards, over `radius` cells: the thread at distance d from the edge
    // loads the halo cell that is as far beyond it as there are cells in the radius.
    const double first = radius - 0.5;
    const double last = tile - radius + 0.5;
    for (int at = radius; at < tile - radius; ++at) {
        for (int depth = 0; depth < radius; ++depth) {
            // Side by side: two threads' paths would overlap.
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
    drawing.legend({left, top + all + 50}, {{CellKind::output, "own cell"},
                                            {CellKind::halo, "halo faces"},
                                            {CellKind::outside, "not loaded"}});
    return drawing;
}

constexpr std::array clamped_image_sizes{
    FigureSize{"columns", 5, 2, 8},
    FigureSize{"rows", 4, 2, 8},
    FigureSize{"radius", 1, 1, 2},
};

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

constexpr std::array slice_kinds{
    FigureKind{"covered-grid", covered_grid_sizes, covered_grid},
    FigureKind{"tile-slice", tile_slice_sizes, tile_slice},
    FigureKind{"halo-faces", halo_faces_sizes, halo_faces},
    FigureKind{"clamped-image", clamped_image_sizes, clamped_image},
};

} // namespace

std::span<const FigureKind> slice_figures() {
    return slice_kinds;
}

} // namespace kit

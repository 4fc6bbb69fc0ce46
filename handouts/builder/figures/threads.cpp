// Figures of threads and the values that they load, share or exchange, on one axis.
#include "handouts/builder/figures/kinds.hpp"
#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

/// The windows of the last block's outputs on a line whose last windows are moved inwards: they can begin
/// before the halo does. Throws MarkerError if the last block is not drawn well.
Drawing last_block(const FigureSizes& sizes) {
    const int threads = sizes.at("threads");
    const int points = sizes.at("points");
    const int radius = sizes.at("radius");
    const int window = 2 * radius + 1;
    const int start = (points - 1) / threads * threads; // the last block's first output
    const int outputs = points - start;
    if (outputs > 6 || start < window + 1) {
        throw MarkerError("The last of the blocks of {} threads has {} of {} points; "
                          "draw at most 6, and at least one block before it.",
                          threads, outputs, points);
    }
    const double side = 48;
    const double left = 128;
    const double top = 16;
    const double row = 46;
    const int from = start - window - 1; // the first value drawn
    const auto x_of = [&](int value) { return left + side * (value - from); };
    const auto first_of = [&](int i) { return std::clamp(i - radius, 0, points - window); };
    const double end = top + row * (outputs + 1);
    Drawing drawing(
        x_of(points) + 16, end + 118,
        fmt::format("The last block of {} threads on a line of {} points, R = {}", threads, points,
                    radius),
        fmt::format("The block's outputs are {} to {}. The window of its first output begins at "
                    "value {}; the value R before that output is {}.",
                    start, points - 1, first_of(start), start - radius));
    drawing.label({left - 12, top + 23}, "value", "end");
    for (int value = from; value < points; ++value) {
        drawing.cell(value < start ? CellKind::boundary : CellKind::output, {x_of(value), top},
                     side, 34, fmt::format("{}", value));
    }
    for (int i = start; i < points; ++i) {
        const double y = top + row * (i - start + 1);
        drawing.label({left - 12, y + 23}, fmt::format("window of {}", i), "end");
        for (int value = from; value < points; ++value) {
            const bool within = value >= first_of(i) && value < first_of(i) + window;
            drawing.cell(value == i ? CellKind::output
                         : within   ? CellKind::halo
                                    : CellKind::outside,
                         {x_of(value), y}, side, 34);
        }
    }
    const double middle = x_of(start - radius) + side / 2;
    drawing.arrow({middle, end + 30}, {middle, end + 2});
    drawing.label({middle, end + 48}, fmt::format("start − R = {}", start - radius));
    drawing.legend({16, end + 66}, {{CellKind::output, "output of this block"},
                                    {CellKind::boundary, "of the block before"},
                                    {CellKind::halo, "also in the window"}});
    return drawing;
}

/// A row of an output tile whose edge threads load the halo, too: the thread, and its cell in the tile.
Drawing halo_row(const FigureSizes& sizes) {
    const int block = sizes.at("block");
    const double side = 44;
    const double left = 76;
    const double tile_y = 122;
    const auto x_of = [&](int cell) { return left + side * cell; };
    Drawing drawing(
        x_of(block + 2) + 12, 222,
        fmt::format("{} threads load a row of {} cells", block, block + 2),
        fmt::format("Thread t loads cell t + 1 of the tile's row, its own. Thread 0 also loads the "
                    "halo cell 0, and thread {} the halo cell {}.",
                    block - 1, block + 1));
    for (int t = 0; t < block; ++t) {
        drawing.cell(CellKind::thread, {x_of(t + 1) + 2, 14}, side - 4, 32, fmt::format("{}", t));
        drawing.arrow({x_of(t + 1) + side / 2, 46}, {x_of(t + 1) + side / 2, tile_y - 2});
    }
    drawing.arrow({x_of(1) + 8, 46}, {x_of(0) + side / 2, tile_y - 2});
    drawing.arrow({x_of(block + 1) - 8, 46}, {x_of(block + 1) + side / 2, tile_y - 2});
    for (int cell = 0; cell < block + 2; ++cell) {
        const bool own = cell > 0 && cell <= block;
        drawing.cell(own ? CellKind::output : CellKind::halo, {x_of(cell), tile_y}, side, 36,
                     fmt::format("{}", cell));
    }
    drawing.label({left - 12, 35}, "thread", "end");
    drawing.label({left - 12, tile_y + 24}, "tile", "end");
    drawing.legend({left, tile_y + 66}, {{CellKind::output, "own cell"}, {CellKind::halo, "halo"}});
    return drawing;
}

/// All blocks of an axis, and which halo loads there are: the face's thread, and a cell beyond it.
Drawing halo_blocks(const FigureSizes& sizes) {
    const int cells = sizes.at("cells");
    const int block = sizes.at("block");
    const int blocks = (cells + block - 1) / block;
    const int threads = blocks * block;
    const double side = 27;
    const double gap = 34; // between blocks
    const double left = 76;
    const double thread_y = 46;
    const double cell_y = 130;
    const auto x_of = [&](int at) { return left + gap / 2 + side * at + gap * (at / block); };
    Drawing drawing(
        x_of(threads - 1) + side + gap / 2 + 12, 236,
        fmt::format("{} blocks of {} threads over {} cells, with their halo loads", blocks, block,
                    cells),
        fmt::format("The first and the last thread of a block load the cell beyond it, if the grid "
                    "has that cell. Block 0 has none on its left, block {} none on its right.",
                    blocks - 1));
    for (int at = 0; at < threads; ++at) {
        const double x = x_of(at);
        drawing.cell(at < cells ? CellKind::thread : CellKind::outside, {x, thread_y}, side, 30,
                     fmt::format("{}", at % block));
        if (at < cells) {
            drawing.cell(CellKind::output, {x, cell_y}, side, 34, fmt::format("{}", at));
        }
        if (at % block == 0) {
            drawing.bracket(x, x + side * block, thread_y - 8, fmt::format("block {}", at / block),
                            true);
        }
        const bool first = at % block == 0;
        const bool last = at % block == block - 1;
        if (first && at > 0 && at < cells) {
            drawing.arrow({x + side / 2, thread_y + 30}, {x_of(at - 1) + side * 0.7, cell_y - 2});
        }
        if (last && at + 1 < cells) {
            drawing.arrow({x + side / 2, thread_y + 30}, {x_of(at + 1) + side * 0.3, cell_y - 2});
        }
    }
    drawing.label({left - 12, thread_y + 21}, "thread", "end");
    drawing.label({left - 12, cell_y + 23}, "cell", "end");
    drawing.legend({left, cell_y + 62}, {{CellKind::thread, "has a cell"},
                                         {CellKind::outside, "thread without a cell"}});
    return drawing;
}

/// A row of cells, each thread of a warp with several of them as one vector: which neighbours come from
/// the thread beside it, and which from another warp.
Drawing vector_row(const FigureSizes& sizes) {
    const int lanes = sizes.at("lanes");
    const int width = sizes.at("width");
    const double side = 34;
    const double left = 16;
    const double row_y = 66;
    const auto x_of = [&](int cell) { return left + side * (cell + 1); };
    const int cells = lanes * width;
    Drawing drawing(
        x_of(cells + 1) + 16, 176,
        fmt::format("{} threads of a warp with {} cells each", lanes, width),
        fmt::format("Each thread has {} neighbouring cells. The cell before its first one and the "
                    "cell after its last one belong to the threads beside it; at both ends they "
                    "belong to other warps.",
                    width));
    for (int cell = -1; cell <= cells; ++cell) {
        const bool own = cell >= 0 && cell < cells;
        drawing.cell(own ? CellKind::output : CellKind::halo, {x_of(cell), row_y}, side, 34);
    }
    for (int lane = 0; lane < lanes; ++lane) {
        const double x = x_of(lane * width);
        drawing.heavy_frame({x, row_y}, side * width, 34);
        drawing.bracket(x + 3, x + side * width - 3, row_y - 22, fmt::format("thread {}", lane),
                        true);
        if (lane > 0) {
            drawing.arrow({x - side / 2, row_y - 6}, {x + side / 2, row_y - 6});
            drawing.arrow({x + side / 2, row_y + 42}, {x - side / 2, row_y + 42});
        }
    }
    drawing.arrow({x_of(-1) + side / 2, row_y - 6}, {x_of(0) + side / 2, row_y - 6});
    drawing.arrow({x_of(cells) + side / 2, row_y + 42}, {x_of(cells - 1) + side / 2, row_y + 42});
    drawing.legend({left, row_y + 68},
                   {{CellKind::output, "the warp's cells"}, {CellKind::halo, "another warp's"}});
    return drawing;
}

} // namespace

std::vector<FigureKind> thread_figures() {
    return {
        {"last-block",
         {{"threads", 128, 8, 128}, {"points", 129, 9, 134}, {"radius", 1, 1, 2}},
         last_block},
        {"halo-row", {{"block", 8, 3, 12}}, halo_row},
        {"halo-blocks", {{"cells", 19, 3, 32}, {"block", 8, 3, 12}}, halo_blocks},
        {"vector-row", {{"lanes", 4, 2, 6}, {"width", 4, 2, 4}}, vector_row},
    };
}

} // namespace kit

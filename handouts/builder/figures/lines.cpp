// Figures of one axis: threads, cells and tiles on a line.
#include "handouts/builder/figures/kinds.hpp"
#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace kit {

namespace {

/// Blocks of threads over the samples of a line, one thread each; the last block has idle threads. Only
/// the first `shown` samples are given: the others are a question to the reader.
Drawing line_blocks(const FigureSizes& sizes) {
    const int cells = sizes.at("cells");
    const int shown = sizes.at("shown");
    const int block = sizes.at("block");
    const int blocks = (cells + block - 1) / block;
    const int threads = blocks * block;
    const double side = 44;
    const double left = 76;
    const double gap = 10; // between blocks
    const double thread_y = 46;
    const double cell_y = 132;
    Drawing drawing(
        left + side * threads + gap * (blocks - 1) + 12, 230,
        fmt::format("{} blocks of {} threads over {} samples", blocks, block, cells),
        shown < cells
            ? fmt::format("Each block numbers its threads from 0. The first {} threads get samples "
                          "0 to {}; the samples of the others are left open.",
                          shown, shown - 1)
            : fmt::format("Each block numbers its threads from 0. In order they get samples 0 to "
                          "{}; {} threads of the last block get none.",
                          cells - 1, threads - cells));
    for (int t = 0; t < threads; ++t) {
        const double x = left + side * t + gap * (t / block);
        drawing.cell(CellKind::thread, {x + 2, thread_y}, side - 4, 32,
                     fmt::format("{}", t % block));
        const bool open = shown < cells && t >= shown;
        drawing.cell(t < cells && !open ? CellKind::output : CellKind::outside, {x, cell_y}, side,
                     36,
                     open        ? "?"
                     : t < cells ? fmt::format("{}", t)
                                 : "");
        if (t < cells && !open) {
            drawing.arrow({x + side / 2, thread_y + 32}, {x + side / 2, cell_y - 2});
        }
        if (t % block == 0) {
            drawing.bracket(x, x + side * block, thread_y - 8, fmt::format("block {}", t / block),
                            true);
        }
    }
    drawing.label({left - 12, thread_y + 21}, "thread", "end");
    drawing.label({left - 12, cell_y + 24}, "sample", "end");
    drawing.legend({left, 202}, {{CellKind::output, "sample"},
                                 {CellKind::outside,
                                  shown < cells ? "which, or none?" : "none for this thread"}});
    return drawing;
}

constexpr int shown_at_each_end = 5;

/// The shared array of a block on a line, and which thread loads which cell. More than 10 threads
/// are drawn as the first and the last five.
Drawing line_tile(const FigureSizes& sizes) {
    const int threads = sizes.at("threads");
    const int radius = sizes.at("radius");
    std::vector<int> shown; // -1: threads left out
    for (int t = 0; t < threads; ++t) {
        if (threads <= 2 * shown_at_each_end || t < shown_at_each_end ||
            t >= threads - shown_at_each_end) {
            shown.push_back(t);
        } else if (shown.back() >= 0) {
            shown.push_back(-1);
        }
    }
    const double side = 44;
    const double left = 70;
    const int columns = static_cast<int>(shown.size()) + 2 * radius;
    const double width = left + side * columns + 12;
    Drawing drawing(
        width, 250,
        fmt::format("The shared array of a block of {} threads has {} cells", threads,
                    threads + 2 * radius),
        fmt::format(
            "Each thread loads the cell {0} after its own number, and the first {0} also load "
            "the {0} halo cells at each end.",
            radius));
    const auto column_x = [&](int column) { return left + side * column; };
    const double array_y = 128;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const double x = column_x(static_cast<int>(i) + radius);
        if (shown[i] < 0) {
            drawing.label({x + side / 2, 57}, "…");
            drawing.label({x + side / 2, array_y + 24}, "…");
            continue;
        }
        drawing.cell(CellKind::thread, {x + 2, 36}, side - 4, 32, fmt::format("{}", shown[i]));
        drawing.arrow({x + side / 2, 68}, {x + side / 2, array_y - 2});
        drawing.cell(CellKind::output, {x, array_y}, side, 36,
                     fmt::format("{}", shown[i] + radius));
    }
    for (int h = 0; h < radius; ++h) {
        const int last = columns - radius + h;
        drawing.cell(CellKind::halo, {column_x(h), array_y}, side, 36, fmt::format("{}", h));
        drawing.cell(CellKind::halo, {column_x(last), array_y}, side, 36,
                     fmt::format("{}", threads + radius + h));
        // From below the thread to the halo on the left, and over all threads to that on the right.
        const double from = column_x(h + radius) + side / 2 - 8;
        drawing.arrow({from, 68}, {column_x(h) + side / 2, array_y - 2});
        const double above = 20.0 - 8 * h;
        const double end = column_x(last) + side / 2;
        drawing.line({from + 16, 36}, {from + 16, above});
        drawing.line({from + 16, above}, {end, above});
        drawing.arrow({end, above}, {end, array_y - 2});
    }
    drawing.label({left - 12, 57}, "thread", "end");
    drawing.label({left - 12, array_y + 24}, "array", "end");
    drawing.bracket(column_x(radius), column_x(columns - radius), array_y + 46,
                    fmt::format("{} cells, one for each thread", threads));
    drawing.legend({left, 222}, {{CellKind::halo, fmt::format("halo, loaded by the first {}",
                                                              radius == 1 ? "thread" : "threads")},
                                 {CellKind::output, "loaded by its own thread"}});
    return drawing;
}

/// One row of an input tile with one thread for each of its cells (PMPP 8.3). Throws MarkerError if
/// the halo fills the tile.
Drawing tile_row(const FigureSizes& sizes) {
    const int threads = sizes.at("threads");
    const int radius = sizes.at("radius");
    const int outputs = tile_outputs(threads, radius);
    const double side = threads <= 10 ? 44 : 32;
    const double left = 112;
    Drawing drawing(
        left + side * threads + 12, 232,
        fmt::format("One row of an input tile: {} threads load {} cells and compute {}", threads,
                    threads, outputs),
        fmt::format("Each thread loads the cell below it. The first {0} and the last {0} cells are "
                    "halo. The {1} threads between compute the output tile; the others only load.",
                    radius, outputs));
    for (int t = 0; t < threads; ++t) {
        const double x = left + side * t;
        const bool computes = t >= radius && t < threads - radius;
        drawing.cell(CellKind::thread, {x + 3, 14}, side - 6, 32, fmt::format("{}", t));
        drawing.arrow({x + side / 2, 46}, {x + side / 2, 72});
        drawing.cell(computes ? CellKind::output : CellKind::halo, {x, 74}, side, 36,
                     computes ? "o" : "h");
        if (computes) {
            drawing.arrow({x + side / 2, 110}, {x + side / 2, 136});
            drawing.cell(CellKind::output, {x, 138}, side, 36);
        }
    }
    drawing.label({left - 12, 35}, "thread", "end");
    drawing.label({left - 12, 97}, "input tile", "end");
    drawing.label({left - 12, 161}, "output tile", "end");
    drawing.legend({left, 200}, {{CellKind::halo, "halo"}, {CellKind::output, "output"}});
    return drawing;
}

/// The window of each point of a line, one row each; the windows at both ends are moved inwards.
/// Throws MarkerError if a window has more points than the line.
Drawing moved_windows(const FigureSizes& sizes) {
    const int points = sizes.at("points");
    const int radius = sizes.at("radius");
    const int window = 2 * radius + 1;
    if (window > points) {
        throw MarkerError("A window of {} points does not fit on a line of {}.", window, points);
    }
    const double side = 30;
    const double left = 70;
    const double top = 40;
    const double end = left + side * points;
    Drawing drawing(
        end + 84, top + side * points + 44,
        fmt::format("The windows of {} points, {} points each", points, window),
        fmt::format("Each row is one point's window. Away from the ends the point is in the "
                    "middle, with {0} neighbours on each side. The first {0} points share the "
                    "first window and the last {0} the last one, at other positions in it.",
                    radius));
    for (int at = 0; at < points; ++at) {
        drawing.label({left + side * (at + 0.5), top - 10}, fmt::format("{}", at));
    }
    drawing.label({left - 12, top - 10}, "point", "end");
    drawing.label({end + 12, top - 10}, "position", "start");
    for (int i = 0; i < points; ++i) {
        const int first = std::clamp(i - radius, 0, points - window);
        const double y = top + side * i;
        for (int at = 0; at < points; ++at) {
            const CellKind kind = at == i                              ? CellKind::output
                                  : at >= first && at < first + window ? CellKind::halo
                                                                       : CellKind::outside;
            drawing.cell(kind, {left + side * at, y}, side, side);
        }
        drawing.label({left - 12, y + 20}, fmt::format("{}", i), "end");
        drawing.label({end + 12, y + 20}, fmt::format("{}", i - first), "start");
    }
    drawing.legend({left, top + side * points + 16},
                   {{CellKind::output, "point"}, {CellKind::halo, "also read"}});
    return drawing;
}

/// The first tiles of an axis: output tiles above the cells, input tiles below.
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
            "Output tile b covers cells {0}b to {0}b + {1}, without overlap; the first starts at "
            "the grid's boundary cell 0. Input tiles reach {2} further on each side: they "
            "overlap, and the first starts outside the grid.",
            tile, tile - 1, radius == 1 ? "one cell" : "two cells"));
    const auto x_of = [&](int cell) { return left + side * cell; };
    for (int cell = -radius; cell <= last; ++cell) {
        const CellKind kind = cell < 0              ? CellKind::outside
                              : cell < radius       ? CellKind::boundary
                              : cell < tiles * tile ? CellKind::output
                                                    : CellKind::halo;
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
    drawing.legend({16, below + 26 + 44 * tiles + 10}, {{CellKind::output, "computed"},
                                                        {CellKind::boundary, "boundary"},
                                                        {CellKind::halo, "next tile's"},
                                                        {CellKind::outside, "no cell"}});
    return drawing;
}

/// Several sweeps of one tile use up its halo: one row of cells before the first sweep and after
/// each.
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
        fmt::format(
            "After each sweep {} fewer cells are right at each end: their neighbours are in "
            "other tiles.",
            radius));
    for (int step = 0; step <= steps; ++step) {
        const double y = 14 + row_height * step;
        drawing.label({left - 12, y + 23},
                      step == 0 ? "loaded" : fmt::format("after sweep {}", step), "end");
        for (int cell = radius * step; cell < widest - radius * step; ++cell) {
            const bool kept = cell >= radius * steps && cell < widest - radius * steps;
            drawing.cell(step == steps ? CellKind::fresh
                         : kept        ? CellKind::output
                                       : CellKind::halo,
                         {left + side * cell, y}, side, 34);
        }
    }
    drawing.legend({left, row_height * (steps + 1) + 28},
                   {{CellKind::fresh, "kept"},
                    {CellKind::output, "same cells, earlier"},
                    {CellKind::halo, "halo"}});
    return drawing;
}

} // namespace

std::vector<FigureKind> line_figures() {
    return {
        {"line-blocks",
         {{"cells", 10, 1, 16}, {"block", 4, 2, 8}, {"shown", 16, 1, 16}},
         line_blocks},
        {"line-tile", {{"threads", 8, 4, 1024}, {"radius", 1, 1, 2}}, line_tile},
        {"tile-row", {{"threads", 8, 3, 16}, {"radius", 1, 1, 4}}, tile_row},
        {"moved-windows", {{"points", 9, 3, 12}, {"radius", 2, 1, 3}}, moved_windows},
        {"tiles-on-axis",
         {{"tile", 6, 2, 8}, {"radius", 1, 1, 2}, {"tiles", 3, 2, 4}},
         tiles_on_axis},
        {"time-trapezoid",
         {{"outputs", 4, 1, 12}, {"steps", 4, 1, 6}, {"radius", 1, 1, 2}},
         time_trapezoid},
    };
}

} // namespace kit

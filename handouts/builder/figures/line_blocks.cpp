#include "handouts/builder/figures/line_blocks.hpp"

#include <fmt/format.h>

namespace handouts {

Drawing line_blocks(const FigureSizes& sizes) {
    const int cells = sizes.at("cells");
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
        fmt::format("The threads of each block are numbered from 0. One after the other "
                    "they get the samples 0 to {}; {} of the last block get none.",
                    cells - 1, threads - cells));
    for (int t = 0; t < threads; ++t) {
        const double x = left + side * t + gap * (t / block);
        drawing.cell(Cell::thread, {x + 2, thread_y}, side - 4, 32, fmt::format("{}", t % block));
        drawing.cell(t < cells ? Cell::output : Cell::outside, {x, cell_y}, side, 36,
                     t < cells ? fmt::format("{}", t) : "");
        if (t < cells) {
            drawing.arrow({x + side / 2, thread_y + 32}, {x + side / 2, cell_y - 2});
        }
        if (t % block == 0) {
            drawing.bracket(x, x + side * block, thread_y - 8, fmt::format("block {}", t / block),
                            true);
        }
    }
    drawing.label({left - 12, thread_y + 21}, "thread", "end");
    drawing.label({left - 12, cell_y + 24}, "sample", "end");
    drawing.legend({left, 202},
                   {{Cell::output, "a sample"}, {Cell::outside, "none: its thread is left over"}});
    return drawing;
}

} // namespace handouts

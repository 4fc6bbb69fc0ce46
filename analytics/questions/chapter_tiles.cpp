// Chapter questions about tiles of three axes: intensity, halo, loads and the halo's faces.
#include "analytics/questions/chapter_parts.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

KernelModel on_grid(const ChapterSizes& sizes, KernelFamily family) {
    return {.family = family,
            .stencil = star(sizes),
            .grid = sizes.grid,
            .block = marches(family) ? sizes.plane_block : sizes.block,
            .element_bytes = sizes.element_bytes};
}

/// Cells of one face across each axis.
std::int64_t three_faces(const Extents& cells) {
    return checked_add(checked_add(checked_mul(cells.y, cells.z), checked_mul(cells.x, cells.z)),
                       checked_mul(cells.x, cells.y));
}

/// The faces on both sides, as deep as the order.
StatedFormula faces_of(const Extents& cells, const ChapterSizes& sizes) {
    return StatedFormula(2) * star(sizes).order * three_faces(cells);
}

Question about_sweep(const ChapterSizes& sizes, std::string text) {
    return {.setting = fmt::format("A sweep of {}, {}-byte elements.", describe(star(sizes)),
                                   sizes.element_bytes),
            .text = std::move(text)};
}

Question basic_intensity(const ChapterSizes& sizes) {
    Question question = about_sweep(
        sizes, "How many operations does the basic kernel compute for each byte that it moves?");
    const StatedFormula p = points_step(question, star(sizes));
    const StatedFormula separate = question.step("2p − 1, a point", StatedFormula(2) * p - 1,
                                                 "p products, and one addition fewer to sum them");
    const StatedFormula fused = question.step("2p, a point", StatedFormula(2) * p,
                                              "each product is added to a sum that begins with 0");
    const StatedFormula loaded =
        question.step("bytes loaded", StatedFormula(sizes.element_bytes) * p,
                      "each point of the stencil is loaded for each output");
    const StatedFormula moved =
        question.step("and stored", loaded + sizes.element_bytes, "one output is one store");
    add_ratios(question, sizes, {separate, fused, loaded, moved});
    return question;
}

} // namespace

Question tile_intensity(const ChapterSizes& sizes, const KernelModel& model,
                        std::string_view kernel) {
    const Tile tile = traffic(model).tile;
    Question question{
        .setting = tile_setting(sizes, tile.input),
        .text = fmt::format("How many operations does {} compute for each byte that it moves?",
                            kernel)};
    points_step(question, star(sizes));
    const StatedFormula outputs =
        question.step("outputs", cells(tile.output), "the input tile without its halo");
    const Operations one = operations(star(sizes), 1);
    const StatedFormula separate =
        question.step("2p − 1, the tile", StatedFormula(one.separate) * outputs,
                      "p products and p − 1 additions for each output");
    const StatedFormula fused = question.step("2p, the tile", StatedFormula(one.fused) * outputs,
                                              "p multiply-adds for each, as two operations");
    const StatedFormula bytes = sizes.element_bytes;
    const StatedFormula loaded = question.step("bytes loaded", bytes * cells(tile.input),
                                               "each cell of the input tile once");
    const StatedFormula moved =
        question.step("and stored", loaded + bytes * outputs, "one store for each output");
    add_ratios(question, sizes, {separate, fused, loaded, moved});
    question.notes = {
        "In general (2p − 1)/e · (1 − 2R/T)³, loads only, for e bytes an element, order R and "
        "a cube of T cells a side."};
    return question;
}

namespace {

Question limit_intensity(const ChapterSizes& sizes) {
    Question question =
        about_sweep(sizes, "What does the tiled kernel's ratio approach as its tile grows?");
    points_step(question, star(sizes));
    const Operations one = operations(star(sizes), 1);
    const StatedFormula bytes = sizes.element_bytes;
    constexpr int digits = 3;
    add_ratios(question, sizes, {one.separate, one.fused, bytes, StatedFormula(2) * bytes}, digits);
    question.notes = {"The halo's share goes to 0: one load, and one store, for each output."};
    return question;
}

Question halo_share(const ChapterSizes& sizes) {
    const Tile tile = traffic(one_tile(sizes, KernelFamily::shared_memory_tiled)).tile;
    Question question{.setting = tile_setting(sizes, sizes.block),
                      .text = "What share of the tile is halo?"};
    const StatedFormula all = question.step("cells", cells(tile.input), "a thread loads each");
    const StatedFormula outputs = question.step("outputs", cells(tile.output),
                                                "those that have all their neighbours in the tile");
    const StatedFormula share = StatedFormula(1) - outputs / all;
    question.step("halo share", share, "what is not output is halo", {1, "%"});
    question.answer("", share, "%", 1);
    return question;
}

Question never_read(const ChapterSizes& sizes) {
    const Tile tile = traffic(one_tile(sizes, KernelFamily::shared_memory_tiled)).tile;
    Question question{.setting = tile_setting(sizes, sizes.block),
                      .text = "How many of the tile's cells are loaded and never read?"};
    const StatedFormula outputs =
        question.step("outputs", cells(tile.output), "a star reads all of them");
    const StatedFormula faces =
        question.step("halo's faces", faces_of(tile.output, sizes),
                      "the outputs' three faces, on both sides, as deep as the order");
    const StatedFormula rest =
        question.step("never read", StatedFormula(tile.input_cells) - (outputs + faces),
                      "what is neither output nor face");
    question.answer("", rest, "cells");
    question.notes = {"A star reads along the axes only: the tile's edges and corners never."};
    return question;
}

Question loads_of(const ChapterSizes& sizes, KernelFamily family, std::string text) {
    const KernelModel model = on_grid(sizes, family);
    const Traffic counts = traffic(model);
    Question question{.setting = fmt::format("A sweep of {} over a grid of {} cells.",
                                             describe(model.stencil), shape_text(model.grid)),
                      .text = std::move(text)};
    if (family == KernelFamily::basic) {
        const StatedFormula outputs =
            question.step("outputs", cells(counts.output_extents), "the grid without its boundary");
        question.answer("",
                        question.step("loads", StatedFormula(points(model.stencil)) * outputs,
                                      "each output loads all its points"),
                        "loads");
        return question;
    }
    const StatedFormula blocks = question.step(
        "blocks", cells(counts.blocks), "the least that cover all outputs: exercises 1c and 1d");
    const StatedFormula slots_of_tile = question.step("slots of a tile", cells(counts.tile.input),
                                                      "cells of an input tile, halo included");
    const StatedFormula slots = question.step("slots of all tiles", blocks * slots_of_tile,
                                              "as if every tile lay inside of the grid");
    std::array<StatedFormula, 3> on_the_grid{0, 0, 0};
    std::array<std::string, 3> reasons;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const StatedFormula all = StatedFormula(counts.blocks[axis]) * counts.tile.input[axis];
        const std::int64_t inside = loaded_cells(divided_axis(model, axis), counts.blocks[axis]);
        on_the_grid.at(at) = all - (all.count() - inside);
        reasons.at(at) = "less the slots that stick out of the grid";
    }
    on_the_grid = question.axis_steps("on the grid", on_the_grid, reasons);
    const StatedFormula loads =
        question.step("loads", product(on_the_grid), "along x, y and z, multiplied");
    question.answer("of all tiles", slots, "slots");
    question.answer("of the slots that lie on the grid", loads, "loads");
    question.notes = {"The slots that stick out of the grid load nothing; a cell in several tiles "
                      "is loaded for each."};
    return question;
}

Question about_faces(const ChapterSizes& sizes, std::string text) {
    // Its block has a thread for each output, as that of a basic kernel.
    check(one_tile(sizes, KernelFamily::basic));
    return {.setting =
                fmt::format("A block of {} threads is an output tile; its edge threads also load "
                            "the halo's faces of {}.",
                            shape_text(sizes.block), describe(star(sizes))),
            .text = std::move(text)};
}

Question faces_bytes(const ChapterSizes& sizes) {
    const std::int64_t halo = 2 * std::int64_t{star(sizes).order};
    const Extents tile{checked_add(sizes.block.x, halo), checked_add(sizes.block.y, halo),
                       checked_add(sizes.block.z, halo)};
    Question question =
        about_faces(sizes, fmt::format("How many bytes of shared memory does its tile take, with "
                                       "{} bytes an element?",
                                       sizes.element_bytes));
    const StatedFormula all =
        question.step("cells", cells(tile), "the block and its halo on both sides");
    question.answer("",
                    question.step("bytes", StatedFormula(sizes.element_bytes) * all,
                                  "a place for each, the unused corners too"),
                    "bytes");
    return question;
}

Question faces_reads(const ChapterSizes& sizes) {
    Question question = about_faces(sizes, "How many global reads does a block make, and how many "
                                           "fewer than without the tile?");
    const StatedFormula own =
        question.step("own cells", cells(sizes.block), "each thread loads its own");
    const StatedFormula faces = question.step("halo's faces", faces_of(sizes.block, sizes),
                                              "three faces, on both sides, as deep as the order");
    const StatedFormula reads =
        question.step("reads", own + faces, "edges and corners are not loaded");
    const StatedFormula untiled =
        question.step("without the tile", StatedFormula(points(star(sizes))) * own,
                      "each thread loads all points of its stencil");
    const StatedFormula fewer = StatedFormula(1) - reads / untiled;
    question.step("fewer", fewer, "1 is all of them", {1, "%"});
    question.answer("with the tile", reads, "reads");
    question.answer("without the tile", untiled, "reads");
    question.answer("fewer", fewer, "%", 1);
    return question;
}

} // namespace

std::vector<ChapterTopic> tile_topics() {
    return {{"intensity",
             "Operations per byte (PMPP 8.2 and 8.3)",
             {{"order type ratios", basic_intensity},
              {"cube order type ratios",
               [](const ChapterSizes& sizes) {
                   return tile_intensity(sizes, one_tile(sizes, KernelFamily::shared_memory_tiled),
                                         "the kernel with shared-memory tiling");
               }},
              {"order type ratios", limit_intensity}}},
            {"halo",
             "The halo of a tile (PMPP 8.3)",
             {{"cube order", halo_share}, {"cube order", never_read}}},
            {"loads",
             "Loads of each kernel (PMPP 8.2 to 8.5)",
             {{"grid order",
               [](const ChapterSizes& sizes) {
                   return loads_of(sizes, KernelFamily::basic,
                                   "How many loads does the basic kernel make?");
               }},
              {"grid cube order",
               [](const ChapterSizes& sizes) {
                   return loads_of(sizes, KernelFamily::shared_memory_tiled,
                                   fmt::format("How many loads does the kernel with shared-memory "
                                               "tiling make, with blocks of {}?",
                                               shape_text(sizes.block)));
               }},
              {"grid plane order",
               [](const ChapterSizes& sizes) {
                   return loads_of(
                       sizes, KernelFamily::coarsened,
                       fmt::format("How many loads do the coarsened and the register-tiled "
                                   "kernel make, with blocks of {} that march through as "
                                   "many planes as their output tile is wide?",
                                   shape_text(sizes.plane_block, 2)));
               }}}},
            {"faces",
             "A block that loads its halo's faces (the Laplacian lab)",
             {{"cube order type", faces_bytes}, {"cube order", faces_reads}}}};
}

} // namespace kit

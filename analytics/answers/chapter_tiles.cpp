// Chapter questions about tiles of three axes: intensity, halo, loads and the halo's faces.
#include "analytics/answers/chapter.hpp"
#include "analytics/answers/chapter_parts.hpp"
#include "analytics/answers/exercises.hpp"
#include "analytics/count/traffic.hpp"
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

std::string setting(const ChapterSizes& sizes) {
    return fmt::format("A sweep of {}, {}-byte elements.", describe(star(sizes)),
                       sizes.element_bytes);
}

Exercise basic_intensity(const ChapterSizes& sizes) {
    Exercise exercise;
    exercise.setting = setting(sizes);
    exercise.question =
        "How many operations does the basic kernel compute for each byte that it moves?";
    const std::int64_t p = points(star(sizes));
    const std::int64_t loaded = checked_mul(p, sizes.element_bytes);
    const std::int64_t moved = checked_add(loaded, sizes.element_bytes);
    const Operations one = operations(star(sizes), 1);
    exercise.steps = {points_step(star(sizes)),
                      {"2p − 1, a point", fmt::format("2·{} − 1", thousands(p)),
                       thousands(one.separate), "p products, and one addition fewer to sum them"},
                      {"2p, a point", fmt::format("2·{}", thousands(p)), thousands(one.fused),
                       "each product is added to a sum that begins with 0"},
                      {"bytes loaded", fmt::format("{}·{}", sizes.element_bytes, thousands(p)),
                       thousands(loaded), "each point of the stencil is loaded for each output"},
                      {"and stored", fmt::format("{} + {}", thousands(loaded), sizes.element_bytes),
                       thousands(moved), "one output is one store"}};
    add_ratios(exercise, sizes,
               {{Rational(one.separate, loaded), Rational(one.separate, moved)},
                {Rational(one.fused, loaded), Rational(one.fused, moved)}},
               thousands(one.separate), thousands(one.fused), thousands(loaded), thousands(moved));
    return exercise;
}

} // namespace

Exercise tile_intensity(const ChapterSizes& sizes, const KernelModel& model,
                        std::string_view kernel) {
    const Tile tile = traffic(model).tile;
    Exercise exercise;
    exercise.setting = tile_setting(sizes, tile.input);
    exercise.question =
        fmt::format("How many operations does {} compute for each byte that it moves?", kernel);
    const Operations all = operations(star(sizes), tile.output_cells);
    const std::int64_t loaded = checked_mul(tile.input_cells, sizes.element_bytes);
    const std::int64_t moved =
        checked_add(loaded, checked_mul(tile.output_cells, sizes.element_bytes));
    const std::string outputs = thousands(tile.output_cells);
    const Operations one = operations(star(sizes), 1);
    exercise.steps = {
        points_step(star(sizes)),
        {"outputs", product_text(tile.output), outputs, "the input tile without its halo"},
        {"2p − 1, the tile", fmt::format("{}·{}", thousands(one.separate), outputs),
         thousands(all.separate), "p products and p − 1 additions for each output"},
        {"2p, the tile", fmt::format("{}·{}", thousands(one.fused), outputs), thousands(all.fused),
         "p multiply-adds for each, as two operations"},
        {"bytes loaded", fmt::format("{}·{}", sizes.element_bytes, product_text(tile.input)),
         thousands(loaded), "each cell of the input tile once"},
        {"and stored", fmt::format("{} + {}·{}", thousands(loaded), sizes.element_bytes, outputs),
         thousands(moved), "one store for each output"}};
    add_ratios(exercise, sizes, tile.ops_per_byte, thousands(all.separate), thousands(all.fused),
               thousands(loaded), thousands(moved));
    exercise.notes = {
        "In general (2p − 1)/e · (1 − 2R/T)³, loads only, for e bytes an element, order R and "
        "a cube of T cells a side."};
    return exercise;
}

namespace {

Exercise limit_intensity(const ChapterSizes& sizes) {
    Exercise exercise;
    exercise.setting = setting(sizes);
    exercise.question = "What does the tiled kernel's ratio approach as its tile grows?";
    const Operations one = operations(star(sizes), 1);
    const std::int64_t loaded = sizes.element_bytes;
    exercise.steps = {points_step(star(sizes))};
    add_ratios(exercise, sizes,
               {{Rational(one.separate, loaded), Rational(one.separate, 2 * loaded)},
                {Rational(one.fused, loaded), Rational(one.fused, 2 * loaded)}},
               thousands(one.separate), thousands(one.fused), thousands(loaded),
               fmt::format("(2·{})", loaded), 3);
    exercise.notes = {"The halo's share goes to 0: one load, and one store, for each output."};
    return exercise;
}

Exercise halo_share(const ChapterSizes& sizes) {
    const Tile tile = traffic(one_tile(sizes, KernelFamily::shared_memory_tiled)).tile;
    Exercise exercise;
    exercise.setting = tile_setting(sizes, sizes.block);
    exercise.question = "What share of the tile is halo?";
    exercise.steps = {
        {"cells", product_text(tile.input), thousands(tile.input_cells), "a thread loads each"},
        {"outputs", product_text(tile.output), thousands(tile.output_cells),
         "those that have all their neighbours in the tile"},
        {"halo share",
         fmt::format("1 − {}/{}", thousands(tile.output_cells), thousands(tile.input_cells)),
         decimal_text(tile.halo_share * Rational(100), 1) + " %", "what is not output is halo"}};
    exercise.answers = {{"", tile.halo_share * Rational(100), 1, "%"}};
    return exercise;
}

Exercise never_read(const ChapterSizes& sizes) {
    const Tile tile = traffic(one_tile(sizes, KernelFamily::shared_memory_tiled)).tile;
    const Extents& output = tile.output;
    const std::int64_t sides = three_faces(output);
    const int order = star(sizes).order;
    const std::int64_t faces = checked_product({2, order, sides});
    const std::int64_t read = checked_add(tile.output_cells, faces);
    Exercise exercise;
    exercise.setting = tile_setting(sizes, sizes.block);
    exercise.question = "How many of the tile's cells are loaded and never read?";
    exercise.steps = {
        {"outputs", product_text(output), thousands(tile.output_cells), "a star reads all of them"},
        {"halo's faces", fmt::format("2·{}·{}", order, thousands(sides)), thousands(faces),
         "the outputs' three faces, on both sides, as deep as the order"},
        {"never read",
         fmt::format("{} − ({} + {})", thousands(tile.input_cells), thousands(tile.output_cells),
                     thousands(faces)),
         thousands(tile.input_cells - read), "what is neither output nor face"}};
    exercise.answers = {{"", tile.input_cells - read, 0, "cells"}};
    exercise.notes = {"A star reads along the axes only: the tile's edges and corners never."};
    return exercise;
}

Exercise loads_of(const ChapterSizes& sizes, KernelFamily family, std::string question) {
    const KernelModel model = on_grid(sizes, family);
    const Traffic counts = traffic(model);
    Exercise exercise;
    exercise.setting = fmt::format("A sweep of {} over a grid of {} cells.",
                                   describe(model.stencil), shape_text(model.grid));
    exercise.question = std::move(question);
    if (family == KernelFamily::basic) {
        exercise.steps = {{"outputs", product_text(counts.output_extents),
                           thousands(counts.output_points), "the grid without its boundary"},
                          {"loads",
                           fmt::format("{}·{}", thousands(points(model.stencil)),
                                       thousands(counts.output_points)),
                           thousands(counts.loads), "each output loads all its points"}};
        exercise.answers = {{"", counts.loads, 0, "loads"}};
        return exercise;
    }
    std::array<AxisStep, 3> axes;
    Extents cells;
    for (int axis = 0; axis < 3; ++axis) {
        cells[axis] = loaded_cells(divided_axis(model, axis), counts.blocks[axis]);
        const std::int64_t slots = checked_mul(counts.blocks[axis], counts.tile.input[axis]);
        axes[axis] = {fmt::format("{}·{} − {}", thousands(counts.blocks[axis]),
                                  thousands(counts.tile.input[axis]),
                                  thousands(slots - cells[axis])),
                      cells[axis], "less the slots that stick out of the grid"};
    }
    exercise.steps = {
        {"blocks", product_text(counts.blocks), thousands(counts.total_blocks),
         "the least that cover all outputs: exercises 1c and 1d"},
        {"slots of a tile", product_text(counts.tile.input), thousands(counts.tile.input_cells),
         "cells of an input tile, halo included"},
        {"slots of all tiles",
         fmt::format("{}·{}", thousands(counts.total_blocks), thousands(counts.tile.input_cells)),
         thousands(counts.load_slots), "as if every tile lay inside of the grid"}};
    for (const Step& step : axis_steps("on the grid", axes)) {
        exercise.steps.push_back(step);
    }
    exercise.steps.push_back(
        {"loads", product_text(cells), thousands(counts.loads), "along x, y and z, multiplied"});
    exercise.answers = {{"of all tiles", counts.load_slots, 0, "slots"},
                        {"of the slots that lie on the grid", counts.loads, 0, "loads"}};
    exercise.notes = {"The slots that stick out of the grid load nothing; a cell in several tiles "
                      "is loaded for each."};
    return exercise;
}

Extents halo_tile(const ChapterSizes& sizes) {
    const std::int64_t halo = 2 * std::int64_t{star(sizes).order};
    return {checked_add(sizes.block.x, halo), checked_add(sizes.block.y, halo),
            checked_add(sizes.block.z, halo)};
}

std::string faces_setting(const ChapterSizes& sizes) {
    return fmt::format("A block of {} threads is an output tile; its edge threads also load the "
                       "halo's faces of {}.",
                       shape_text(sizes.block), describe(star(sizes)));
}

Exercise faces_bytes(const ChapterSizes& sizes) {
    const Extents tile = halo_tile(sizes);
    const std::int64_t bytes = checked_mul(total(tile), sizes.element_bytes);
    Exercise exercise;
    exercise.setting = faces_setting(sizes);
    exercise.question = fmt::format("How many bytes of shared memory does its tile take, with {} "
                                    "bytes an element?",
                                    sizes.element_bytes);
    exercise.steps = {{"cells", product_text(tile), thousands(total(tile)),
                       "the block and its halo on both sides"},
                      {"bytes", fmt::format("{}·{}", sizes.element_bytes, thousands(total(tile))),
                       thousands(bytes), "a place for each, the unused corners too"}};
    exercise.answers = {{"", bytes, 0, "bytes"}};
    return exercise;
}

Exercise faces_reads(const ChapterSizes& sizes) {
    const Extents& block = sizes.block;
    const std::int64_t cells = total(block);
    const std::int64_t sides = three_faces(block);
    const std::int64_t faces = checked_product({2, star(sizes).order, sides});
    const std::int64_t reads = checked_add(cells, faces);
    const std::int64_t p = points(star(sizes));
    const std::int64_t untiled = checked_mul(p, cells);
    const Rational fewer = (Rational(1) - Rational(reads, untiled)) * Rational(100);
    Exercise exercise;
    exercise.setting = faces_setting(sizes);
    exercise.question = "How many global reads does a block make, and how many fewer than without "
                        "the tile?";
    exercise.steps = {
        {"own cells", product_text(block), thousands(cells), "each thread loads its own"},
        {"halo's faces", fmt::format("2·{}·{}", star(sizes).order, thousands(sides)),
         thousands(faces), "three faces, on both sides, as deep as the order"},
        {"reads", fmt::format("{} + {}", thousands(cells), thousands(faces)), thousands(reads),
         "edges and corners are not loaded"},
        {"without the tile", fmt::format("{}·{}", thousands(p), thousands(cells)),
         thousands(untiled), "each thread loads all points of its stencil"},
        {"fewer", fmt::format("1 − {}/{}", thousands(reads), thousands(untiled)),
         decimal_text(fewer, 1) + " %", "1 is all of them"}};
    exercise.answers = {{"with the tile", reads, 0, "reads"},
                        {"without the tile", untiled, 0, "reads"},
                        {"fewer", fewer, 1, "%"}};
    return exercise;
}

} // namespace

Exercise intensity_question(char part, const ChapterSizes& sizes) {
    return part == 'a'   ? basic_intensity(sizes)
           : part == 'b' ? tile_intensity(sizes, one_tile(sizes, KernelFamily::shared_memory_tiled),
                                          "the kernel with shared-memory tiling")
                         : limit_intensity(sizes);
}

Exercise halo_question(char part, const ChapterSizes& sizes) {
    return part == 'a' ? halo_share(sizes) : never_read(sizes);
}

Exercise loads_question(char part, const ChapterSizes& sizes) {
    switch (part) {
    case 'a':
        return loads_of(sizes, KernelFamily::basic, "How many loads does the basic kernel make?");
    case 'b':
        return loads_of(sizes, KernelFamily::shared_memory_tiled,
                        fmt::format("How many loads does the kernel with shared-memory tiling "
                                    "make, with blocks of {}?",
                                    shape_text(sizes.block)));
    default:
        return loads_of(sizes, KernelFamily::coarsened,
                        fmt::format("How many loads do the coarsened and the register-tiled kernel "
                                    "make, with blocks of {} that march through as many planes "
                                    "as their output tile is wide?",
                                    shape_text(sizes.plane_block, 2)));
    }
}

Exercise faces_question(char part, const ChapterSizes& sizes) {
    // Its block has a thread for each output, as that of a basic kernel.
    check(one_tile(sizes, KernelFamily::basic));
    return part == 'a' ? faces_bytes(sizes) : faces_reads(sizes);
}

} // namespace kit

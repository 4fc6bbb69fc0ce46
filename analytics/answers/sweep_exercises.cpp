// Exercise 1: how many points a sweep computes, and how many blocks each kernel launches for it.
#include "analytics/answers/exercises.hpp"
#include "analytics/count/traffic.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

std::string setting(const ExerciseSizes& sizes) {
    return fmt::format("One sweep of {} over a grid of {} cells, boundary cells included.",
                       describe(sizes.stencil), shape_text(sizes.grid));
}

KernelModel kernel(const ExerciseSizes& sizes, KernelFamily family) {
    const bool marching = marches(family);
    return {.family = family,
            .stencil = sizes.stencil,
            .grid = sizes.grid,
            .block = marching ? sizes.plane_block : sizes.block,
            .planes_per_block = marching ? sizes.sweep_planes : std::nullopt,
            .element_bytes = sizes.element_bytes};
}

void append(std::vector<Step>& steps, const std::vector<Step>& more) {
    steps.insert(steps.end(), more.begin(), more.end());
}

Exercise output_points_exercise(const ExerciseSizes& sizes) {
    std::array<AxisStep, 3> axes;
    Extents points;
    for (int axis = 0; axis < 3; ++axis) {
        points[axis] = output_points({sizes.grid[axis], sizes.stencil.order, 1});
        axes[axis] = {without_halo(sizes.grid[axis], sizes.stencil.order), points[axis],
                      fmt::format("an output reads {0} to either side, so {0} at each end has none",
                                  plural(static_cast<std::size_t>(sizes.stencil.order), "cell"))};
    }
    Exercise exercise{
        .id = "1a",
        .setting = setting(sizes),
        .question = "How many output points does the sweep compute?",
        .answers = {{"", total(points), 0, "points", points}},
        .steps = axis_steps("points", axes),
        .notes = {},
    };
    exercise.steps.push_back({"points", product_text(points), thousands(total(points)),
                              "every index of x with every one of y and of z"});
    return exercise;
}

std::vector<Step> tile_steps(const KernelModel& model, const Traffic& counts) {
    std::array<AxisStep, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        axes[axis] = {without_halo(model.block[axis], model.stencil.order),
                      counts.tile.output[axis],
                      fmt::format("a thread for each input cell, and at either end {} of halo",
                                  plural(static_cast<std::size_t>(model.stencil.order), "cell"))};
    }
    if (marches(model.family)) {
        axes[2].formula = "planes per block";
        axes[2].reason = model.planes_per_block
                             ? "a block marches through as many planes as it is given"
                             : "a block marches through as many planes as its tile is wide";
    }
    return axis_steps("output tile", axes);
}

/// The textbook's and the least count, from each axis to the total.
std::vector<Step> count_steps(const KernelModel& model, const Traffic& counts) {
    const bool tiled = model.family != KernelFamily::basic;
    std::array<AxisStep, 3> textbook;
    std::array<AxisStep, 3> least;
    for (int axis = 0; axis < 3; ++axis) {
        const TiledAxis divided = divided_axis(model, axis);
        const std::string cells = thousands(divided.cells);
        const std::string tile = thousands(divided.tile);
        const std::string numerator =
            tiled ? fmt::format("({})", without_halo(divided.cells, model.stencil.order)) : cells;
        textbook[axis] = {
            fmt::format("⌈{}/{}⌉", numerator, tile), counts.textbook_blocks[axis],
            tiled ? fmt::format("the {} outputs in tiles of {}, as if tile 0 began at an output",
                                thousands(output_points(divided)), tile)
                  : "a thread for each cell, and ⌈ ⌉: a block that is begun counts whole"};
        least[axis] = {
            fmt::format("⌈({} − {})/{}⌉", cells, divided.reach, tile), counts.least_blocks[axis],
            fmt::format("{} 0 begins at index 0, not at the first output, and the last output has "
                        "index {}: only the {} behind it {} left out",
                        tiled ? "tile" : "block", thousands(divided.cells - divided.reach - 1),
                        plural(static_cast<std::size_t>(divided.reach), "cell"),
                        divided.reach == 1 ? "is" : "are")};
    }
    std::vector<Step> steps = axis_steps("textbook", textbook);
    steps.push_back({"textbook, blocks", product_text(counts.textbook_blocks),
                     thousands(total(counts.textbook_blocks)), "along x, y and z, multiplied"});
    append(steps, axis_steps("least", least));
    steps.push_back({"least, blocks", product_text(counts.least_blocks),
                     thousands(total(counts.least_blocks)), "likewise"});
    return steps;
}

Exercise blocks_exercise(std::string id, std::string question, const ExerciseSizes& sizes,
                         const KernelModel& model) {
    const Traffic counts = traffic(model);
    const std::int64_t textbook = total(counts.textbook_blocks);
    const bool too_few = counts.textbook_blocks.x < counts.least_blocks.x ||
                         counts.textbook_blocks.y < counts.least_blocks.y ||
                         counts.textbook_blocks.z < counts.least_blocks.z;
    Exercise exercise{
        .id = std::move(id),
        .setting = setting(sizes),
        .question = std::move(question),
        .answers = {{too_few ? "textbook's count: too few" : "textbook's count", textbook, 0,
                     "blocks", counts.textbook_blocks},
                    {"least sufficient count", total(counts.least_blocks), 0, "blocks",
                     counts.least_blocks}},
        .steps = {},
        .notes = block_count_notes(model, counts),
    };
    if (model.family != KernelFamily::basic) {
        exercise.steps = tile_steps(model, counts);
    }
    append(exercise.steps, count_steps(model, counts));
    return exercise;
}

} // namespace

Exercise sweep_exercise(char part, const ExerciseSizes& sizes) {
    check(sizes.stencil);
    need_output_points(sizes.stencil, sizes.grid);
    const std::string block = shape_text(sizes.block);
    switch (part) {
    case 'a': return output_points_exercise(sizes);
    case 'b':
        return blocks_exercise("1b",
                               fmt::format("How many blocks of {} threads does the basic kernel "
                                           "launch, which has one thread for each cell?",
                                           block),
                               sizes, kernel(sizes, KernelFamily::basic));
    case 'c':
        return blocks_exercise("1c",
                               fmt::format("How many blocks of {} threads does the kernel with "
                                           "shared-memory tiling launch, whose block is an input "
                                           "tile?",
                                           block),
                               sizes, kernel(sizes, KernelFamily::shared_memory_tiled));
    default:
        return blocks_exercise("1d",
                               fmt::format("How many blocks of {} threads does the coarsened "
                                           "kernel launch, whose block is a plane of the input "
                                           "tile?",
                                           shape_text(sizes.plane_block, 2)),
                               sizes, kernel(sizes, KernelFamily::coarsened));
    }
}

} // namespace kit

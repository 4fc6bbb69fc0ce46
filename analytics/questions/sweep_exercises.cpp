// Exercise 1: how many points a sweep computes, and how many blocks each kernel launches for it.
#include "analytics/count/traffic.hpp"
#include "analytics/questions/exercises.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

using Axes = std::array<StatedFormula, 3>;
using Reasons = std::array<std::string, 3>;

Question about_grid(const ExerciseSizes& sizes, const Slips& slips, std::string text) {
    Question question;
    question.has_lines = slips.are_none();
    question.setting =
        fmt::format("One sweep of {} over a grid of {} cells, boundary cells included.",
                    describe(sizes.stencil), shape_text(sizes.grid));
    question.text = std::move(text);
    return question;
}

std::string cells_text(std::int64_t cells) {
    return plural(static_cast<std::size_t>(cells), "cell");
}

/// All axes together, from the figure of each.
StatedFormula over_axes(const Axes& each, Slips& slips) {
    if (slips.wrong("one-axis", "only one axis is counted")) {
        return each[0];
    }
    if (slips.wrong("z-left-out", "the z axis is left out")) {
        return product(std::array<StatedFormula, 2>{each[0], each[1]});
    }
    if (slips.wrong("axes-added", "the axes are added instead of multiplied")) {
        return each[0] + each[1] + each[2];
    }
    return product(each);
}

Question points_exercise(const ExerciseSizes& sizes, Slips& slips) {
    Question question = about_grid(sizes, slips, "How many output points does the sweep compute?");
    const int order = worked_order(sizes, slips);
    Axes each = along_axes(sizes.grid);
    for (StatedFormula& axis : each) {
        if (slips.wrong("boundary-kept", "the boundary is kept")) {
            continue;
        }
        axis = slips.wrong("boundary-once", "the boundary is left out at one end only")
                   ? axis - order
                   : axis - both_ends(order);
    }
    Reasons reasons;
    reasons.fill(fmt::format("an output reads {0} to either side, so {0} at each end has none",
                             cells_text(order)));
    each = question.axis_steps("points", each, reasons);
    StatedFormula& points = question.asked;
    points = question.step("points", over_axes(each, slips),
                           "every index of x with every one of y and of z");
    question.answer("", each, "points");
    if (slips.wrong("boundary-counted", "the outputs are taken from all cells, which leaves the "
                                        "boundary")) {
        points = product(along_axes(sizes.grid)) - points;
    } else if (const std::int64_t terms = kit::points(sizes.stencil);
               slips.wrong("loads-counted", fmt::format("the {} loads of every point are counted",
                                                        thousands(terms)))) {
        points = points * terms;
    }
    return question;
}

/// A kernel's launch along each axis: cells to divide, and cells of which a block takes care.
struct Division {
    Axes cells;
    Axes tile;
};

StatedFormula divided(const StatedFormula& cells, const StatedFormula& tile, Slips& slips) {
    return slips.wrong("rounded-down", "a block that is only partly filled is rounded away")
               ? rounded_down(cells, tile)
               : rounded_up(cells, tile);
}

/// Lines from each axis to the blocks of the launch, and their answer.
Axes add_count(Question& question, const std::string& name, const Division& division,
               const Reasons& reasons, const char* reason_of_all, Slips& slips) {
    Axes each = division.cells;
    for (std::size_t axis = 0; axis < each.size(); ++axis) {
        each.at(axis) = divided(division.cells.at(axis), division.tile.at(axis), slips);
    }
    each = question.axis_steps(name, each, reasons);
    question.step(name + ", blocks", product(each), reason_of_all);
    question.answer(name == "least" ? "least sufficient count" : "textbook's count", each,
                    "blocks");
    return each;
}

/// From the blocks of each axis to those of the launch, or to what slips make of them.
StatedFormula blocks_asked(const Axes& each, const Division& division,
                           std::int64_t threads_per_block, Slips& slips) {
    StatedFormula blocks = over_axes(each, slips);
    if (slips.wrong("divided-at-once", "all cells are divided at once, not each axis by itself")) {
        blocks = divided(product(division.cells), product(division.tile), slips);
    }
    if (slips.wrong("threads-counted", fmt::format("threads are counted, {} for each block",
                                                   thousands(threads_per_block)))) {
        return blocks * threads_per_block;
    }
    return blocks;
}

/// Why the least count is enough; `cells` of an axis, of which the last `reach` are no outputs.
std::string least_reason(std::int64_t cells, std::int64_t reach, const char* tile) {
    return fmt::format("{} 0 begins at index 0, not at the first output, and the last output has "
                       "index {}: only the {} behind it {} left out",
                       tile, thousands(cells - reach - 1), cells_text(reach),
                       reach == 1 ? "is" : "are");
}

Question basic_exercise(const ExerciseSizes& sizes, Slips& slips) {
    Question question =
        about_grid(sizes, slips,
                   fmt::format("How many blocks of {} threads does the basic kernel "
                               "launch, which has one thread for each cell?",
                               shape_text(sizes.block)));
    const int order = sizes.stencil.order;
    const Division least{along_axes(sizes.grid), along_axes(sizes.block)};
    Division textbook = least;
    Reasons reasons;
    Reasons least_reasons;
    Axes last = textbook.cells;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (slips.wrong("outputs-divided", "only the outputs are divided, as if thread 0 had the "
                                           "first of them")) {
            textbook.cells.at(at) = textbook.cells.at(at) - both_ends(order);
        }
        if (slips.wrong("halo-taken",
                        "a halo is taken from the block, which has none in a basic kernel")) {
            textbook.tile.at(at) = textbook.tile.at(at) - both_ends(order);
        }
        last.at(at) = last.at(at) - order;
        reasons.at(at) = "a thread for each cell, and ⌈ ⌉: a block that is begun counts whole";
        least_reasons.at(at) = least_reason(sizes.grid[axis], order, "block");
    }
    const Axes blocks =
        add_count(question, "textbook", textbook, reasons, "along x, y and z, multiplied", slips);
    question.asked = blocks_asked(blocks, textbook, total(sizes.block), slips);
    if (question.has_lines) {
        add_count(question, "least", {last, least.tile}, least_reasons, "likewise", slips);
    }
    return question;
}

/// Cells that the tiles of an axis have to cover: the first tile begins on a boundary cell.
StatedFormula covered_cells(std::int64_t cells, int order, Slips& slips) {
    if (slips.wrong("first-tile-overlooked",
                    fmt::format("both ends of an axis are taken off, 2·{0} as in the textbook and "
                                "not {0}, although the first tile begins on a boundary cell",
                                order))) {
        return StatedFormula(cells) - both_ends(order);
    }
    if (slips.wrong("boundary-kept",
                    fmt::format("all cells of an axis are divided, not {} fewer", order))) {
        return cells;
    }
    return StatedFormula(cells) - order;
}

/// Output planes of a coarsened block: without a number of its own, as many as the tile is wide.
StatedFormula planes_worked(const ExerciseSizes& sizes, int order, const StatedFormula& width,
                            Slips& slips) {
    if (sizes.block.z > 2 * std::int64_t{order} &&
        slips.wrong("z-tile-of-cube", fmt::format("along z the tile of a block of {} is taken",
                                                  shape_text(sizes.block)))) {
        return StatedFormula(sizes.block.z) - both_ends(order);
    }
    if (slips.wrong("z-not-coarsened", "a block is taken to compute one plane only")) {
        return 1;
    }
    if (slips.wrong("z-block-side",
                    "a block is taken to compute as many planes as its side has threads")) {
        return sizes.plane_block.x;
    }
    return (sizes.sweep_planes ? StatedFormula(*sizes.sweep_planes) : width)
        .called("planes per block");
}

/// Exercises on blocks that hold a halo: with shared-memory tiling, and coarsened.
Question tiled_exercise(const ExerciseSizes& sizes, bool marches, Slips& slips) {
    const Extents& block = marches ? sizes.plane_block : sizes.block;
    Question question =
        about_grid(sizes, slips,
                   fmt::format("How many blocks of {} threads does the {}?",
                               shape_text(block, marches ? 2 : 3),
                               marches ? "coarsened kernel launch, whose block is a plane of the "
                                         "input tile"
                                       : "kernel with shared-memory tiling launch, whose block is "
                                         "an input tile"));
    const int order = worked_order(sizes, slips);
    Division least{along_axes(sizes.grid), along_axes(block)};
    Axes outputs = least.cells;
    Reasons of_tile;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        outputs.at(at) = outputs.at(at) - both_ends(order);
        least.cells.at(at) = covered_cells(sizes.grid[axis], order, slips);
        least.tile.at(at) = marches && axis == 2 ? planes_worked(sizes, order, least.tile[0], slips)
                                                 : tile_side(block[axis], order, slips);
        of_tile.at(at) = fmt::format("a thread for each input cell, and at either end {} of halo",
                                     cells_text(order));
    }
    if (marches) {
        of_tile[2] = sizes.sweep_planes
                         ? "a block marches through as many planes as it is given"
                         : "a block marches through as many planes as its tile is wide";
    }
    least.tile = question.axis_steps("output tile", least.tile, of_tile);
    Reasons textbook_reasons;
    Reasons least_reasons;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        textbook_reasons.at(at) =
            fmt::format("the {} outputs in tiles of {}, as if tile 0 began at an output",
                        thousands(outputs.at(at).count()), thousands(least.tile.at(at).count()));
        least_reasons.at(at) = least_reason(sizes.grid[axis], order, "tile");
    }
    Axes textbook = outputs;
    if (question.has_lines) {
        Slips none;
        textbook = add_count(question, "textbook", {outputs, least.tile}, textbook_reasons,
                             "along x, y and z, multiplied", none);
    }
    const Axes blocks = add_count(question, "least", least, least_reasons, "likewise", slips);
    question.asked = blocks_asked(blocks, least, total(block), slips);
    for (std::size_t axis = 0; axis < blocks.size(); ++axis) {
        if (textbook.at(axis).value() < blocks.at(axis).value()) {
            question.answers.front().label = "textbook's count: too few";
        }
    }
    question.answers.front().quiz = Answer::Quiz::wrong; // at times too few
    if (marches) {
        question.quiz_text =
            fmt::format(" A block computes {}.",
                        sizes.sweep_planes ? thousands(*sizes.sweep_planes) + " output planes"
                                           : "as many output planes as its output tile is wide");
    }
    question.quiz_text += " Give the least count that computes every output point.";
    return question;
}

} // namespace

Question sweep_exercise(char part, const ExerciseSizes& sizes, Slips& slips) {
    check(sizes.stencil);
    need_output_points(sizes.stencil, sizes.grid);
    if (part == 'a') {
        return points_exercise(sizes, slips);
    }
    const bool marches = part == 'd';
    const KernelModel model{.family = part == 'b'   ? KernelFamily::basic
                                      : part == 'c' ? KernelFamily::shared_memory_tiled
                                                    : KernelFamily::coarsened,
                            .stencil = sizes.stencil,
                            .grid = sizes.grid,
                            .block = marches ? sizes.plane_block : sizes.block,
                            .planes_per_block = marches ? sizes.sweep_planes : std::nullopt,
                            .element_bytes = sizes.element_bytes};
    const Traffic counts = traffic(model); // throws where no kernel has these sizes
    Question question =
        part == 'b' ? basic_exercise(sizes, slips) : tiled_exercise(sizes, marches, slips);
    question.notes =
        slips.are_none() ? block_count_notes(model, counts) : std::vector<std::string>{};
    return question;
}

} // namespace kit

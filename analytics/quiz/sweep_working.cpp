// Exercise 1 with its slips: output points, and blocks of each kernel.
#include "analytics/quiz/working.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

using Axes = std::array<StatedFormula, 3>;

Axes along_axes(const Extents& extents) {
    return {extents.x, extents.y, extents.z};
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

StatedFormula points_worked(const ExerciseSizes& sizes, Slips& slips) {
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
    const StatedFormula points = over_axes(each, slips);
    if (slips.wrong("boundary-counted", "the outputs are taken from all cells, which leaves the "
                                        "boundary")) {
        return product(along_axes(sizes.grid)) - points;
    }
    const std::int64_t terms = kit::points(sizes.stencil);
    if (slips.wrong("loads-counted",
                    fmt::format("the {} loads of every point are counted", thousands(terms)))) {
        return points * terms;
    }
    return points;
}

StatedFormula divided(const StatedFormula& cells, const StatedFormula& tile, Slips& slips) {
    return slips.wrong("rounded-down", "a block that is only partly filled is rounded away")
               ? rounded_down(cells, tile)
               : rounded_up(cells, tile);
}

/// From the cells and the tile of each axis to the blocks of the launch.
StatedFormula blocks_worked(const Axes& cells, const Axes& tile, std::int64_t threads_per_block,
                            Slips& slips) {
    Axes each = cells;
    for (std::size_t axis = 0; axis < each.size(); ++axis) {
        each.at(axis) = divided(cells.at(axis), tile.at(axis), slips);
    }
    StatedFormula blocks = over_axes(each, slips);
    if (slips.wrong("divided-at-once", "all cells are divided at once, not each axis by itself")) {
        blocks = divided(product(cells), product(tile), slips);
    }
    if (slips.wrong("threads-counted", fmt::format("threads are counted, {} for each block",
                                                   thousands(threads_per_block)))) {
        return blocks * threads_per_block;
    }
    return blocks;
}

StatedFormula basic_blocks_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = sizes.stencil.order;
    Axes cells = along_axes(sizes.grid);
    Axes tile = along_axes(sizes.block);
    for (std::size_t axis = 0; axis < cells.size(); ++axis) {
        if (slips.wrong("outputs-divided", "only the outputs are divided, as if thread 0 had the "
                                           "first of them")) {
            cells.at(axis) = cells.at(axis) - both_ends(order);
        }
        if (slips.wrong("halo-taken",
                        "a halo is taken from the block, which has none in a basic kernel")) {
            tile.at(axis) = tile.at(axis) - both_ends(order);
        }
    }
    return blocks_worked(cells, tile, total(sizes.block), slips);
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

/// Outputs along an axis of a block that holds the halo.
StatedFormula tile_side(std::int64_t block, int order, Slips& slips) {
    if (slips.wrong("halo-forgotten", "the halo is forgotten")) {
        return block;
    }
    if (slips.wrong("halo-once", "the halo is taken off at one side only")) {
        return StatedFormula(block) - order;
    }
    return StatedFormula(block) - both_ends(order);
}

StatedFormula tiled_blocks_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    Axes cells = along_axes(sizes.grid);
    Axes tile = along_axes(sizes.block);
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        cells.at(at) = covered_cells(sizes.grid[axis], order, slips);
        tile.at(at) = tile_side(sizes.block[axis], order, slips);
    }
    return blocks_worked(cells, tile, total(sizes.block), slips);
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
    return sizes.sweep_planes ? StatedFormula(*sizes.sweep_planes) : width;
}

StatedFormula coarsened_blocks_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    Axes cells = along_axes(sizes.grid);
    Axes tile = along_axes(sizes.plane_block);
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        cells.at(at) = covered_cells(sizes.grid[axis], order, slips);
        tile.at(at) = axis < 2 ? tile_side(sizes.plane_block[axis], order, slips)
                               : planes_worked(sizes, order, tile[0], slips);
    }
    return blocks_worked(cells, tile, total(sizes.plane_block), slips);
}

} // namespace

StatedFormula worked_sweep(char part, const ExerciseSizes& sizes, Slips& slips) {
    switch (part) {
    case 'a': return points_worked(sizes, slips);
    case 'b': return basic_blocks_worked(sizes, slips);
    case 'c': return tiled_blocks_worked(sizes, slips);
    default: return coarsened_blocks_worked(sizes, slips);
    }
}

} // namespace kit

// Exercise 1 with its slips: output points, and blocks of each kernel.
#include "analytics/notation.hpp"
#include "analytics/quiz/working.hpp"

#include <fmt/format.h>

#include <array>

namespace analytics {

namespace {

/// One axis of the grid divided by one axis of the output tile, as a working sees it.
struct Division {
    std::int64_t cells = 0;
    std::int64_t tile = 0;
};

/// All axes together, from the figure of each.
Rational over_axes(const Extents& each, Turns& turns) {
    if (turns.wrong("one-axis", "only one axis is counted")) {
        return each.x;
    }
    if (turns.wrong("z-left-out", fmt::format("the {} along z are left out", grouped(each.z)))) {
        return checked_mul(each.x, each.y);
    }
    if (turns.wrong("axes-added", "the axes are added instead of multiplied")) {
        return checked_add(checked_add(each.x, each.y), each.z);
    }
    return total(each);
}

Rational points_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = worked_order(sizes, turns);
    Extents each;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = sizes.grid[axis];
        if (turns.wrong("boundary-kept", fmt::format("the boundary is kept: {0} along an axis, not "
                                                     "{0} − 2·{1}",
                                                     grouped(cells), order))) {
            each[axis] = cells;
        } else if (turns.wrong("boundary-once", fmt::format("the boundary is left out at one end "
                                                            "only: {0} − {1}, not {0} − 2·{1}",
                                                            grouped(cells), order))) {
            each[axis] = cells - order;
        } else {
            each[axis] = cells - 2 * std::int64_t{order};
        }
    }
    const Rational points = over_axes(each, turns);
    if (turns.wrong("boundary-counted", "the outputs are taken from all cells, which leaves the "
                                        "boundary")) {
        return Rational(total(sizes.grid)) - points;
    }
    const std::int64_t terms = analytics::points(sizes.stencil);
    if (turns.wrong("loads-counted",
                    fmt::format("the {} loads of every point are counted", grouped(terms)))) {
        return points * terms;
    }
    return points;
}

std::int64_t divided(std::int64_t cells, std::int64_t tile, Turns& turns) {
    if (turns.wrong("rounded-down", "a block that is only partly filled is rounded away")) {
        return ceil_div(checked_sub(checked_add(cells, 1), tile), tile);
    }
    return ceil_div(cells, tile);
}

/// From what each axis divides to the blocks of the launch.
Rational blocks_worked(const std::array<Division, 3>& axes, std::int64_t threads_per_block,
                       Turns& turns) {
    Extents each;
    std::int64_t cells = 1;
    std::int64_t tile = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const Division& division = axes.at(static_cast<std::size_t>(axis));
        each[axis] = divided(division.cells, division.tile, turns);
        cells = checked_mul(cells, division.cells);
        tile = checked_mul(tile, division.tile);
    }
    Rational blocks = over_axes(each, turns);
    if (turns.wrong("divided-at-once",
                    fmt::format("all cells are divided at once, ⌈{}/{}⌉, and not each axis by "
                                "itself",
                                grouped(cells), grouped(tile)))) {
        blocks = ceil_div(cells, tile);
    }
    if (turns.wrong("threads-counted", fmt::format("threads are counted, {} for each block",
                                                   grouped(threads_per_block)))) {
        return blocks * threads_per_block;
    }
    return blocks;
}

Rational basic_blocks_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = sizes.stencil.order;
    std::array<Division, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        Division& division = axes.at(static_cast<std::size_t>(axis));
        division = {sizes.grid[axis], sizes.block[axis]};
        if (turns.wrong("outputs-divided", fmt::format("only the outputs are divided, {} − 2·{} "
                                                       "along an axis, as if thread 0 had the "
                                                       "first of them",
                                                       grouped(division.cells), order))) {
            division.cells -= 2 * std::int64_t{order};
        }
        if (turns.wrong("halo-taken", fmt::format("a halo is taken from the block, {} − 2·{}: a "
                                                  "basic kernel's block has none",
                                                  grouped(division.tile), order))) {
            division.tile -= 2 * std::int64_t{order};
        }
    }
    return blocks_worked(axes, total(sizes.block), turns);
}

/// Cells that the tiles of an axis have to cover: the first tile begins on a boundary cell.
std::int64_t covered_cells(std::int64_t cells, int order, Turns& turns) {
    if (turns.wrong("first-tile-overlooked",
                    fmt::format("the textbook's {0} − 2·{1} is divided, not {0} − {1}: the first "
                                "tile begins on a boundary cell",
                                grouped(cells), order))) {
        return cells - 2 * std::int64_t{order};
    }
    if (turns.wrong("boundary-kept",
                    fmt::format("all {0} cells of an axis are divided, not {0} − {1}",
                                grouped(cells), order))) {
        return cells;
    }
    return cells - order;
}

/// Outputs along an axis of a block that holds the halo.
std::int64_t tile_side(std::int64_t block, int order, Turns& turns) {
    if (turns.wrong("halo-forgotten",
                    fmt::format("the halo is forgotten: a tile of {0}, not {0} − 2·{1}",
                                grouped(block), order))) {
        return block;
    }
    if (turns.wrong("halo-once", fmt::format("the halo is taken off at one side only: {0} − {1}, "
                                             "not {0} − 2·{1}",
                                             grouped(block), order))) {
        return block - order;
    }
    return block - 2 * std::int64_t{order};
}

Rational tiled_blocks_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = worked_order(sizes, turns);
    std::array<Division, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        axes.at(static_cast<std::size_t>(axis)) = {covered_cells(sizes.grid[axis], order, turns),
                                                   tile_side(sizes.block[axis], order, turns)};
    }
    return blocks_worked(axes, total(sizes.block), turns);
}

/// Output planes of a coarsened block: without a number of its own, as many as the tile is wide.
std::int64_t planes_worked(const ExerciseSizes& sizes, int order, std::int64_t width,
                           Turns& turns) {
    const std::int64_t planes = sizes.sweep_planes.value_or(width);
    if (sizes.block.z > 2 * std::int64_t{order} &&
        turns.wrong("z-tile-of-cube",
                    fmt::format("along z the tile of a {} block is taken, {}, not {} planes",
                                shape_text(sizes.block),
                                grouped(sizes.block.z - 2 * std::int64_t{order}),
                                grouped(planes)))) {
        return sizes.block.z - 2 * std::int64_t{order};
    }
    if (turns.wrong("z-not-coarsened", fmt::format("a block is taken to compute one plane, not {}",
                                                   grouped(planes)))) {
        return 1;
    }
    if (turns.wrong("z-block-side", fmt::format("a block is taken to compute {} planes, as many "
                                                "as its side has threads, not {}",
                                                grouped(sizes.plane_block.x), grouped(planes)))) {
        return sizes.plane_block.x;
    }
    return planes;
}

Rational coarsened_blocks_worked(const ExerciseSizes& sizes, Turns& turns) {
    const int order = worked_order(sizes, turns);
    std::array<Division, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        Division& division = axes.at(static_cast<std::size_t>(axis));
        division.cells = covered_cells(sizes.grid[axis], order, turns);
        division.tile = axis < 2 ? tile_side(sizes.plane_block[axis], order, turns)
                                 : planes_worked(sizes, order, axes[0].tile, turns);
    }
    return blocks_worked(axes, total(sizes.plane_block), turns);
}

} // namespace

Rational worked_sweep(char part, const ExerciseSizes& sizes, Turns& turns) {
    switch (part) {
    case 'a': return points_worked(sizes, turns);
    case 'b': return basic_blocks_worked(sizes, turns);
    case 'c': return tiled_blocks_worked(sizes, turns);
    default: return coarsened_blocks_worked(sizes, turns);
    }
}

} // namespace analytics

// Exercise 1 with its slips: output points, and blocks of each kernel.
#include "analytics/print/numbers.hpp"
#include "analytics/quiz/working.hpp"

#include <fmt/format.h>

#include <array>

namespace kit {

namespace {

/// One axis of the grid divided by one axis of the output tile, as a working sees it.
struct Division {
    std::int64_t cells = 0;
    std::int64_t tile = 0;
};

/// All axes together, from the figure of each.
Rational over_axes(const Extents& each, Slips& slips) {
    if (slips.wrong("one-axis", "only one axis is counted")) {
        return each.x;
    }
    if (slips.wrong("z-left-out", fmt::format("the {} along z are left out", thousands(each.z)))) {
        return checked_mul(each.x, each.y);
    }
    if (slips.wrong("axes-added", "the axes are added instead of multiplied")) {
        return checked_add(checked_add(each.x, each.y), each.z);
    }
    return total(each);
}

Rational points_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    Extents each;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = sizes.grid[axis];
        if (slips.wrong("boundary-kept", fmt::format("the boundary is kept: {0} along an axis, not "
                                                     "{0} − 2·{1}",
                                                     thousands(cells), order))) {
            each[axis] = cells;
        } else if (slips.wrong("boundary-once", fmt::format("the boundary is left out at one end "
                                                            "only: {0} − {1}, not {0} − 2·{1}",
                                                            thousands(cells), order))) {
            each[axis] = cells - order;
        } else {
            each[axis] = cells - 2 * std::int64_t{order};
        }
    }
    const Rational points = over_axes(each, slips);
    if (slips.wrong("boundary-counted", "the outputs are taken from all cells, which leaves the "
                                        "boundary")) {
        return Rational(total(sizes.grid)) - points;
    }
    const std::int64_t terms = kit::points(sizes.stencil);
    if (slips.wrong("loads-counted",
                    fmt::format("the {} loads of every point are counted", thousands(terms)))) {
        return points * terms;
    }
    return points;
}

std::int64_t divided(std::int64_t cells, std::int64_t tile, Slips& slips) {
    if (slips.wrong("rounded-down", "a block that is only partly filled is rounded away")) {
        return ceil_div(checked_sub(checked_add(cells, 1), tile), tile);
    }
    return ceil_div(cells, tile);
}

/// From what each axis divides to the blocks of the launch.
Rational blocks_worked(const std::array<Division, 3>& axes, std::int64_t threads_per_block,
                       Slips& slips) {
    Extents each;
    std::int64_t cells = 1;
    std::int64_t tile = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const Division& division = axes.at(static_cast<std::size_t>(axis));
        each[axis] = divided(division.cells, division.tile, slips);
        cells = checked_mul(cells, division.cells);
        tile = checked_mul(tile, division.tile);
    }
    Rational blocks = over_axes(each, slips);
    if (slips.wrong("divided-at-once",
                    fmt::format("all cells are divided at once, ⌈{}/{}⌉, and not each axis by "
                                "itself",
                                thousands(cells), thousands(tile)))) {
        blocks = ceil_div(cells, tile);
    }
    if (slips.wrong("threads-counted", fmt::format("threads are counted, {} for each block",
                                                   thousands(threads_per_block)))) {
        return blocks * threads_per_block;
    }
    return blocks;
}

Rational basic_blocks_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = sizes.stencil.order;
    std::array<Division, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        Division& division = axes.at(static_cast<std::size_t>(axis));
        division = {sizes.grid[axis], sizes.block[axis]};
        if (slips.wrong("outputs-divided", fmt::format("only the outputs are divided, {} − 2·{} "
                                                       "along an axis, as if thread 0 had the "
                                                       "first of them",
                                                       thousands(division.cells), order))) {
            division.cells -= 2 * std::int64_t{order};
        }
        if (slips.wrong("halo-taken", fmt::format("a halo is taken from the block, {} − 2·{}: a "
                                                  "basic kernel's block has none",
                                                  thousands(division.tile), order))) {
            division.tile -= 2 * std::int64_t{order};
        }
    }
    return blocks_worked(axes, total(sizes.block), slips);
}

/// Cells that the tiles of an axis have to cover: the first tile begins on a boundary cell.
std::int64_t covered_cells(std::int64_t cells, int order, Slips& slips) {
    if (slips.wrong("first-tile-overlooked",
                    fmt::format("the textbook's {0} − 2·{1} is divided, not {0} − {1}: the first "
                                "tile begins on a boundary cell",
                                thousands(cells), order))) {
        return cells - 2 * std::int64_t{order};
    }
    if (slips.wrong("boundary-kept",
                    fmt::format("all {0} cells of an axis are divided, not {0} − {1}",
                                thousands(cells), order))) {
        return cells;
    }
    return cells - order;
}

/// Outputs along an axis of a block that holds the halo.
std::int64_t tile_side(std::int64_t block, int order, Slips& slips) {
    if (slips.wrong("halo-forgotten",
                    fmt::format("the halo is forgotten: a tile of {0}, not {0} − 2·{1}",
                                thousands(block), order))) {
        return block;
    }
    if (slips.wrong("halo-once", fmt::format("the halo is taken off at one side only: {0} − {1}, "
                                             "not {0} − 2·{1}",
                                             thousands(block), order))) {
        return block - order;
    }
    return block - 2 * std::int64_t{order};
}

Rational tiled_blocks_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    std::array<Division, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        axes.at(static_cast<std::size_t>(axis)) = {covered_cells(sizes.grid[axis], order, slips),
                                                   tile_side(sizes.block[axis], order, slips)};
    }
    return blocks_worked(axes, total(sizes.block), slips);
}

/// Output planes of a coarsened block: without a number of its own, as many as the tile is wide.
std::int64_t planes_worked(const ExerciseSizes& sizes, int order, std::int64_t width,
                           Slips& slips) {
    const std::int64_t planes = sizes.sweep_planes.value_or(width);
    if (sizes.block.z > 2 * std::int64_t{order} &&
        slips.wrong("z-tile-of-cube",
                    fmt::format("along z the tile of a {} block is taken, {}, not {} planes",
                                shape_text(sizes.block),
                                thousands(sizes.block.z - 2 * std::int64_t{order}),
                                thousands(planes)))) {
        return sizes.block.z - 2 * std::int64_t{order};
    }
    if (slips.wrong("z-not-coarsened", fmt::format("a block is taken to compute one plane, not {}",
                                                   thousands(planes)))) {
        return 1;
    }
    if (slips.wrong("z-block-side",
                    fmt::format("a block is taken to compute {} planes, as many "
                                "as its side has threads, not {}",
                                thousands(sizes.plane_block.x), thousands(planes)))) {
        return sizes.plane_block.x;
    }
    return planes;
}

Rational coarsened_blocks_worked(const ExerciseSizes& sizes, Slips& slips) {
    const int order = worked_order(sizes, slips);
    std::array<Division, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        Division& division = axes.at(static_cast<std::size_t>(axis));
        division.cells = covered_cells(sizes.grid[axis], order, slips);
        division.tile = axis < 2 ? tile_side(sizes.plane_block[axis], order, slips)
                                 : planes_worked(sizes, order, axes[0].tile, slips);
    }
    return blocks_worked(axes, total(sizes.plane_block), slips);
}

} // namespace

Rational worked_sweep(char part, const ExerciseSizes& sizes, Slips& slips) {
    switch (part) {
    case 'a': return points_worked(sizes, slips);
    case 'b': return basic_blocks_worked(sizes, slips);
    case 'c': return tiled_blocks_worked(sizes, slips);
    default: return coarsened_blocks_worked(sizes, slips);
    }
}

} // namespace kit

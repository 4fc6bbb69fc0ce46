#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/base/layout.hpp"
#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kit {

namespace {

/// Whether these tiles leave out exactly the cells that were never written.
bool leaves(const Run& run, const ErrorMap& errors, const Tiling& tiling) {
    return leaves_out(run, errors, [&](const Cell& cell) {
        for (std::size_t axis = 0; axis < cell.size(); ++axis) {
            if (cell[axis] >= tiling[axis].end()) {
                return true;
            }
        }
        return false;
    });
}

/// "10 blocks of 6 cells along k, j and i end at 59": axes with the same tiles share one phrase.
std::string end_of_blocks(const Run& run, const Tiling& tiling,
                          const std::vector<std::size_t>& axes) {
    std::string text;
    std::vector<bool> done(axes.size(), false);
    for (std::size_t one = 0; one < axes.size(); ++one) {
        if (done[one]) {
            continue;
        }
        const AxisTiles& tiles = tiling[axes[one]];
        std::vector<std::string> names;
        for (std::size_t other = one; other < axes.size(); ++other) {
            if (tiling[axes[other]] == tiles) {
                done[other] = true;
                names.push_back(axis_name(run.lab, axes[other]));
            }
        }
        text += fmt::format(
            "{}{} of {} along {}, from {} on, end{} at {} = {}", text.empty() ? "" : ", ",
            counted(static_cast<std::uint64_t>(tiles.tiles), "block"),
            counted(static_cast<std::uint64_t>(tiles.cells), "cell"), join(names, ", ", " and "),
            tiles.origin, tiles.tiles == 1 ? "s" : "", names.front(), tiles.end() - 1);
    }
    return text;
}

/// A sentence where there are as many blocks as a division by the block's threads gives, or by the tile with its halo,
/// and a block computes fewer cells. Else empty.
std::string mistaken_divisor(const Run& run, std::size_t axis, const AxisTiles& tiles) {
    const std::int64_t margin = run.lab.boundary == BoundaryRule::keep ? reach(run.lab) : 0;
    const std::int64_t extent = run.axes[axis].extent;
    const auto of_all_gives = [&](std::int64_t divisor, std::int64_t more) {
        return (extent + more) / divisor == tiles.tiles;
    };
    const auto gives = [&](std::int64_t divisor, std::int64_t more) {
        return of_all_gives(divisor, more) || (extent - 2 * margin + more) / divisor == tiles.tiles;
    };
    const std::int64_t threads = run.launch.block[axis];
    const std::int64_t with_halo = tiles.cells + 2 * margin * run.lab.steps;
    const bool by_threads = threads > tiles.cells && gives(threads, threads - 1);
    if (!by_threads && (with_halo == tiles.cells || !gives(with_halo, with_halo - 1))) {
        return "";
    }
    // As likely as the block's threads, and more than the tile with its halo.
    const bool is_rounded_down = by_threads ? of_all_gives(tiles.cells, 0) : gives(tiles.cells, 0);
    return fmt::format(
        "A block computes {} cells along {}: launch_config must divide by these{} "
        "and round up.",
        tiles.cells, axis_name(run.lab, axis),
        is_rounded_down ? "" : fmt::format(", not by {},", by_threads ? threads : with_halo));
}

/// Whether the never-written cells are exactly those between the outputs of blocks that compute a cell for each thread
/// but the halo's, from `origin` on, and step by `gap` more along these axes (a bit for each). The grid must have
/// cells to compute in all of each axis's first gap and, as `behind` says, behind one of them.
bool lie_between_blocks(const Run& run, const ErrorMap& errors, unsigned axes, std::int64_t halo,
                        std::int64_t gap, std::int64_t origin, bool behind) {
    const auto is_one = [axes](std::size_t axis) { return (axes >> axis & 1) != 0; };
    const auto outputs = [&](std::size_t axis) { return run.launch.block[axis] - 2 * halo; };
    bool any_behind = false;
    for (std::size_t axis = 0; axis < run.inner.last.size(); ++axis) {
        const std::int64_t end_of_gap = origin + outputs(axis) + gap;
        any_behind = any_behind || (is_one(axis) && run.inner.last[axis] > end_of_gap);
        if (is_one(axis) && run.inner.last[axis] < end_of_gap) {
            return false;
        }
    }
    return (any_behind || !behind) && leaves_out(run, errors, [&](const Cell& cell) {
               bool between = false;
               for (std::size_t axis = 0; axis < cell.size(); ++axis) {
                   const std::int64_t step = outputs(axis) + gap;
                   between = between ||
                             (is_one(axis) && (cell[axis] + step - origin) % step >= outputs(axis));
               }
               return between;
           });
}

/// `halo`: threads at each side of a block that compute nothing. `most`: the widest gap, in cells, besides those of
/// blocks that step by another axis's; with a halo of 0 no narrower one is tried.
std::optional<Explanation> explain_gaps(const Run& run, const ErrorMap& errors, std::int64_t halo,
                                        std::int64_t most) {
    unsigned possible = 0;
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        const bool has_gaps =
            std::int64_t{run.launch.block[axis]} > 2 * halo + 1 && run.launch.grid[axis] > 1;
        possible |= has_gaps ? 1u << axis : 0;
    }
    const std::int64_t least = halo > 0 ? 1 : std::max<std::int64_t>(most, 1);
    std::vector<std::pair<std::int64_t, unsigned>> gaps; // each with axes that may have it
    for (std::int64_t gap = most; gap >= least; --gap) {
        for (unsigned axes = possible; axes != 0; axes = (axes - 1) & possible) {
            gaps.emplace_back(gap, axes);
        }
    }
    for (std::size_t axis = 0; axis < 3; ++axis) { // by the tile or the threads of another axis
        for (const std::int64_t threads : run.launch.block) {
            for (const std::int64_t gap :
                 {threads - run.launch.block[axis], threads - run.launch.block[axis] + 2 * halo}) {
                if (gap > most && (possible >> axis & 1) != 0) {
                    gaps.emplace_back(gap, 1u << axis);
                }
            }
        }
    }
    for (const auto& [gap, axes] : gaps) {
        const bool behind = gap != most || halo == 0; // else the grid's last cells may be meant
        if (!lie_between_blocks(run, errors, axes, halo, gap, reach(run.lab), behind) &&
            !lie_between_blocks(run, errors, axes, halo, gap, 0, behind)) {
            continue;
        }
        std::vector<std::string> names;
        std::vector<std::string> steps;
        std::vector<std::string> outputs; // of a block along these axes
        for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
            if ((axes >> axis & 1) != 0) {
                const std::int64_t computed = run.launch.block[axis] - 2 * halo;
                names.push_back(axis_name(run.lab, axis));
                steps.push_back(std::to_string(computed + gap));
                outputs.push_back(std::to_string(computed));
            }
        }
        if (std::ranges::count(outputs, outputs.front()) == std::ssize(outputs)) {
            steps.resize(1);
            outputs.resize(1);
        }
        const std::string step = join(steps, ", ", " and ");
        const std::string computed = join(outputs, ", ", " and ");
        const char* const not_by = halo > 0 ? "the block's threads" : "the tile with its halo";
        return Explanation{
            .id = "blocks-apart",
            .key = fmt::format("{}", gap),
            .sentence = fmt::format("lies between the outputs of two blocks: blocks step by {} "
                                    "cells along {}, and compute {} of them",
                                    step, join(names, ", ", " and "), computed),
            .hint = gap == most
                        ? fmt::format("The outputs of block b begin at b·{}{}: step by the "
                                      "output tile, not by {}.",
                                      outputs.front(),
                                      outputs.size() > 1 ? " along " + names.front() : "", not_by)
                        : fmt::format("Let blocks step by the {} cells that each computes, or "
                                      "each compute all {}.",
                                      computed, step),
            .whole_grid = true,
            .of_unwritten = true};
    }
    return std::nullopt;
}

/// Where the launch does not give the tile: the blocks as they lie if all that was written is theirs.
/// Axes along which they reach the grid's end, or one alone misses it by what a guard may leave out, have one tile;
/// so have all where nothing was written.
Tiling tiling_of_written(const Run& run, const ErrorMap& errors) {
    const std::int64_t most_of_guard = 2 * reach(run.lab) + 1;
    std::array<std::int64_t, 3> end{}; // one past the last written cell
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        if (run.computes(cell) && errors.state[index] != CellState::untouched) {
            for (std::size_t axis = 0; axis < cell.size(); ++axis) {
                end[axis] = std::max(end[axis], cell[axis] + 1);
            }
        }
    }
    Tiling tiling;
    for (std::size_t axis = 0; axis < tiling.size(); ++axis) {
        const std::int64_t blocks = run.launch.grid[axis];
        const bool is_short = end[axis] + (blocks > 1 ? 0 : most_of_guard) < run.inner.last[axis];
        const std::int64_t first = end[axis] % blocks == 0 ? 0 : run.inner.first[axis];
        const bool in_tiles = is_short && end[axis] > first && (end[axis] - first) % blocks == 0;
        tiling[axis] = in_tiles ? AxisTiles{first, (end[axis] - first) / blocks, blocks}
                                : AxisTiles{0, run.axes[axis].extent, 1};
    }
    return tiling;
}

/// Blocks that lie as in this tiling leave out exactly the cells that were never written.
std::optional<Explanation> explain_short(const Run& run, const ErrorMap& errors,
                                         const Tiling& tiling) {
    const std::int64_t margin = run.lab.boundary == BoundaryRule::keep ? reach(run.lab) : 0;
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        if (tiling[axis].end() < run.axes[axis].extent - margin) {
            axes.push_back(axis);
        }
    }
    if (axes.empty() || !leaves(run, errors, tiling)) {
        return std::nullopt;
    }
    const AxisTiles& tiles = tiling[axes.front()];
    const bool is_one_plane = run.lab.axes == 3 && axes == std::vector<std::size_t>{2} &&
                              run.launch.block[2] * run.launch.grid[2] == 1 && tiles.cells == 1;
    if (is_one_plane) { // the launch leaves z to a loop, or forgets it
        return only_plane(run, tiles.origin);
    }
    const std::string mistaken = mistaken_divisor(run, axes.front(), tiles);
    return Explanation{
        .id = "block-count-short",
        .key = "short",
        .sentence = "lies where no block reaches: " + end_of_blocks(run, tiling, axes),
        .hint = run.launch.block == std::array<std::uint32_t, 3>{1, 1, 1}
                    ? "A block has 1 thread: launch_config must set the block's extents, "
                      "too."
                : run.launch.block[axes.front()] == 1 && tiles.cells == 1
                    ? fmt::format("A block has 1 thread along {}: launch_config must set that "
                                  "extent of the block, too.",
                                  axis_name(run.lab, axes.front()))
                : !mistaken.empty() ? mistaken
                : tiles.end() + tiles.cells <= run.inner.last[axes.front()] && tiles.tiles > 1
                    ? fmt::format("Launch a block for every {} cells along {}, or let the "
                                  "threads go on in a loop, in steps of all threads there.",
                                  tiles.cells, axis_name(run.lab, axes.front()))
                : tiles.tiles == 1
                    ? "launch_config must compute the number of blocks along each axis "
                      "from the extent, rounded up: one block is too few."
                    : "launch_config must round the number of blocks up, so that the last "
                      "block, full or not, contains the last cell to compute.",
        .whole_grid = true,
        .of_unwritten = true};
}

/// As many cells are computed as the launch has threads, counted through the whole grid or through its inner cells.
std::optional<Explanation> explain_too_few_threads(const Run& run, const ErrorMap& errors) {
    if (is_linear(run.launch) == (run.lab.axes == 1)) {
        return std::nullopt; // the rules for the lab's own axes say more
    }
    std::int64_t threads = 1;
    for (const auto& extents : {run.launch.grid, run.launch.block}) {
        for (const std::uint32_t extent : extents) {
            threads *= extent;
            if (threads >= run.extents.cells()) {
                return std::nullopt; // before the product of all of them overflows
            }
        }
    }
    const auto is_left_out = [&](const Cell& cell) { return run.index(cell) >= threads; };
    const Interior& inner = run.inner;
    const std::int64_t columns = inner.last[0] - inner.first[0];
    const std::int64_t rows = inner.last[1] - inner.first[1];
    const auto is_inner_left_out = [&](const Cell& cell) {
        return ((cell[2] - inner.first[2]) * rows + cell[1] - inner.first[1]) * columns + cell[0] -
                   inner.first[0] >=
               threads;
    };
    const bool of_all = leaves_out(run, errors, is_left_out);
    if (!of_all &&
        (run.lab.boundary != BoundaryRule::keep || !leaves_out(run, errors, is_inner_left_out))) {
        return std::nullopt;
    }
    const std::int64_t cells = of_all ? run.extents.cells() : inner.cells();
    return Explanation{
        .id = "block-count-short",
        .key = of_all ? "linear" : "linear inner",
        .sentence =
            fmt::format("lies behind the cell of the last thread, in the order of memory: "
                        "the launch has {} for {}",
                        counted(static_cast<std::uint64_t>(threads), "thread"),
                        counted(static_cast<std::uint64_t>(cells), of_all ? "cell" : "inner cell")),
        .hint = "Launch a thread for each cell, or let each thread compute several: in a loop that "
                "advances by the number of all threads, gridDim.x * blockDim.x.",
        .whole_grid = true,
        .of_unwritten = true};
}

} // namespace

std::optional<Explanation> explain_unreached(const Run& run, const ErrorMap& errors) {
    std::int64_t index = 0;
    const bool any_computed = std::ranges::any_of(errors.state, [&](CellState state) {
        return run.computes(run.extents.cell(index++)) && state != CellState::untouched;
    });
    if (!any_computed ||
        std::ranges::find(errors.state, CellState::untouched) == errors.state.end()) {
        return std::nullopt; // where nothing was written, no end of it can be seen
    }
    const std::vector<Tiling> possible =
        run.lab.steps > 1 ? std::vector{tiling_of_written(run, errors)}
                          : tilings(run.lab, run.extents, run.launch, Cover::any_part);
    for (const Tiling& tiling : possible) {
        if (std::optional<Explanation> found = explain_short(run, errors, tiling)) {
            return found;
        }
    }
    const std::int64_t halo =
        run.lab.boundary == BoundaryRule::keep ? reach(run.lab) * run.lab.steps : 0;
    std::optional<Explanation> found = explain_gaps(run, errors, halo, 2 * halo);
    found = found ? found : explain_gaps(run, errors, 0, 2 * halo);
    found = found ? found : explain_too_few_threads(run, errors);
    found = found ? found : explain_loop_step(run, errors);
    found = found ? found : explain_unreached_by_march(run, errors);
    if (!found && run.lab.steps == 1) {
        const Tiling written = tiling_of_written(run, errors);
        const auto in_rounds = [&](std::size_t axis) { // each thread computes as many cells
            return written[axis].end() >= run.inner.last[axis] ||
                   (run.launch.block[axis] > 1 &&
                    written[axis].cells % run.launch.block[axis] == 0);
        };
        const bool all_in_rounds = in_rounds(0) && in_rounds(1) && in_rounds(2);
        found = all_in_rounds ? explain_short(run, errors, written) : std::nullopt;
    }
    return found ? found : explain_stripes(run, errors);
}

} // namespace kit

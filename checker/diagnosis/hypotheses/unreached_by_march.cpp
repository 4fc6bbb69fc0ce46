#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/base/layout.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kit {

namespace {

/// Whether none of a plane's cells was written, for each plane along z; empty if a plane has written and never-written
/// ones.
std::vector<bool> unwritten_planes(const Run& run, const ErrorMap& errors) {
    enum class Plane { unknown, written, unwritten };
    std::vector<Plane> planes(static_cast<std::size_t>(run.extents.z), Plane::unknown);
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        if (!run.computes(cell)) {
            continue;
        }
        Plane& plane = planes[cell[2]];
        const bool is_unwritten = errors.state[index] == CellState::untouched;
        const Plane seen = is_unwritten ? Plane::unwritten : Plane::written;
        if (plane != Plane::unknown && plane != seen) {
            return {};
        }
        plane = seen;
    }
    std::vector<bool> unwritten;
    for (const Plane plane : planes) {
        unwritten.push_back(plane == Plane::unwritten);
    }
    return unwritten;
}

/// Blocks that march along z begin further apart than they march, or only the first one marches.
std::optional<Explanation> explain_marches_apart(const Run& run, const ErrorMap& errors) {
    if (run.lab.axes != 3 || run.launch.block[2] != 1 || run.launch.grid[2] < 2 ||
        !run.lab.gpus.empty()) { // each GPU's blocks begin with its slab
        return std::nullopt;
    }
    constexpr std::int64_t least_gap = 2; // planes; one may be a march's first or last
    const std::vector<bool> unwritten = unwritten_planes(run, errors);
    const auto first = std::ranges::find(unwritten, true);
    const auto next = std::find(first, unwritten.end(), false);
    const std::int64_t length = first - unwritten.begin();
    const std::string axis = axis_name(run.lab, 2);
    const std::int64_t last = run.inner.last[2];
    const std::int64_t blocks = run.launch.grid[2];
    const bool is_much_left = 2 * (last - length) > length; // else a guard may leave it out
    if (is_much_left && length - run.inner.first[2] >= 2 && next - unwritten.begin() >= last &&
        length * (blocks - 1) < last && last <= length * blocks) {
        return Explanation{
            .id = "blocks-idle",
            .key = "march",
            .sentence = fmt::format("has {} from {} on, though {} blocks march along {}", axis,
                                    length, blocks, axis),
            .hint = "Write down for blocks 0 and 1 which planes the loop computes: where it begins "
                    "and where it ends must both follow from blockIdx.z, and each only once.",
            .whole_grid = true,
            .of_unwritten = true};
    }
    // A march of one plane shows where the first one begins: on the boundary, or behind it.
    const bool is_one = length - run.inner.first[2] < 2;
    const std::int64_t origin = length - run.inner.first[2] == 1 ? run.inner.first[2] : 0;
    const std::int64_t step = next - unwritten.begin() - origin;
    const auto is_computed = [&](std::int64_t plane) {
        return run.computes({run.extents.x / 2, run.extents.y / 2, plane});
    };
    if (next == unwritten.end() || step - length < least_gap || !is_computed(step + origin)) {
        return std::nullopt;
    }
    for (std::int64_t plane = 0; plane < run.extents.z; ++plane) {
        if (unwritten[plane] !=
            (is_computed(plane) && (plane + step - origin) % step >= length - origin)) {
            return std::nullopt;
        }
    }
    if (is_one && (run.lab.steps > 1 || (run.lab.traffic && !marches(run.lab.traffic->family)))) {
        return std::nullopt; // threads may lack along z; of several sweeps more can be said
    }
    if (is_one) {
        return Explanation{
            .id = "march-mistaken",
            .key = "one plane",
            .sentence = fmt::format("lies behind a block's first plane: along {} blocks begin {} "
                                    "planes apart, and store one of them",
                                    axis, step),
            .hint = "Is the store inside the loop over the planes, and does its index go on with "
                    "them?",
            .whole_grid = true,
            .of_unwritten = true};
    }
    return Explanation{
        .id = "blocks-apart",
        .key = "march",
        .sentence = fmt::format("lies between the planes of two blocks: along {} blocks begin {} "
                                "planes apart, and compute {} of them",
                                axis, step, length),
        .hint = run.lab.steps > 1 && step - length <= run.lab.steps
                    ? fmt::format("The last sweep's plane comes {} planes behind the input's: let "
                                  "the march go on for so many planes after its last output.",
                                  run.lab.steps)
                    : fmt::format("A block's first plane is its number times the planes that it "
                                  "computes, {}, not times {}.",
                                  length, step),
        .whole_grid = true,
        .of_unwritten = true};
}

/// Blocks that march along z leave out the first or the last plane of each march. The first march begins on the
/// boundary.
std::optional<Explanation> explain_marches_short(const Run& run, const ErrorMap& errors) {
    if (!run.lab.traffic || !marches(run.lab.traffic->family) || run.lab.steps > 1) {
        return std::nullopt;
    }
    const std::vector<bool> unwritten = unwritten_planes(run, errors);
    const std::int64_t last_plane = run.inner.last[2] - 1;
    const auto found = std::ranges::find(unwritten, true);
    for (const bool is_last : {true, false}) {
        const std::int64_t step = found - unwritten.begin() + (is_last ? 1 : 0);
        if (step < 2 || step > last_plane || last_plane / step + 1 != run.launch.grid[2]) {
            continue; // blocks lie otherwise, or only the grid's last plane is left out
        }
        bool fits = true;
        int ends = 0; // one alone may be anything, unless it lies between two blocks
        for (std::int64_t plane = run.inner.first[2]; fits && plane <= last_plane; ++plane) {
            const bool is_end = (plane + (is_last ? 1 : 0)) % step == 0;
            ends += is_end ? 1 : 0;
            // The grid's last plane may be left out as well.
            fits = unwritten[plane] == is_end || (is_last && plane == last_plane);
        }
        const std::int64_t between = found - unwritten.begin();
        if (fits && run.launch.grid[2] == 2 && between > run.inner.first[2] &&
            between < last_plane && std::ranges::count(unwritten, true) == 1) {
            const std::string axis = axis_name(run.lab, 2);
            return Explanation{
                .id = "march-mistaken",
                .key = "between",
                .sentence = fmt::format("lies between the marches of two blocks: along {0} one "
                                        "ends with {0} = {1}, and the next begins with {0} = {2}",
                                        axis, between - 1, between + 1),
                .hint = fmt::format("Write down for one block which planes the loop over {} "
                                    "computes: one at an end is missing.",
                                    axis),
                .whole_grid = true,
                .of_unwritten = true};
        }
        if (fits && ends > 1) {
            // What begins one march that counts from 0 ends one that counts from the first inner plane.
            const char* const which = is_last ? "last" : "first or the last";
            const std::string axis = axis_name(run.lab, 2);
            return Explanation{
                .id = "march-mistaken",
                .key = which,
                .sentence = fmt::format("lies in the {} plane of a block's march: blocks begin {} "
                                        "planes apart along {}, and compute one less",
                                        which, step, axis),
                .hint = fmt::format("Write down for one block which planes the loop over {} "
                                    "computes: {} is missing.",
                                    axis, is_last ? "the last one" : "one at an end"),
                .whole_grid = true,
                .of_unwritten = true};
        }
    }
    return std::nullopt;
}

/// Blocks all end long before the grid does, along axes along which they are one thread long: they march, or are one
/// row of threads that count through a tile.
std::optional<Explanation> explain_blocks_ended(const Run& run, const ErrorMap& errors) {
    const std::int64_t most_of_guard = 2 * reach(run.lab) + 1;
    const std::array<std::uint32_t, 3>& block = run.launch.block;
    const std::array<std::uint32_t, 3>& grid = run.launch.grid;
    const bool is_row = block[1] * block[2] == 1 && grid[1] * grid[2] > 1;
    Cell end{}; // one past the last written cell along each axis
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        for (std::size_t axis = 0; axis < cell.size() && run.computes(cell) &&
                                   errors.state[index] != CellState::untouched;
             ++axis) {
            end[axis] = std::max(end[axis], cell[axis] + 1);
        }
    }
    std::vector<std::size_t> short_axes;
    std::vector<std::string> ends;
    std::vector<std::string> counts;
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        if ((is_row || (axis > 0 && block[axis] == 1)) && end[axis] > 0 &&
            end[axis] + most_of_guard < run.inner.last[axis]) {
            const std::string name = axis_name(run.lab, axis);
            short_axes.push_back(axis);
            ends.push_back(fmt::format("{} = {}", name, end[axis] - 1));
            counts.push_back(fmt::format("{} along {}", counted(grid[axis], "block"), name));
        }
    }
    const auto is_behind = [&](const Cell& cell) {
        return std::ranges::any_of(short_axes,
                                   [&](std::size_t axis) { return cell[axis] >= end[axis]; });
    };
    if (short_axes.empty() || run.lab.steps > 1 || !leaves_out(run, errors, is_behind)) {
        return std::nullopt;
    }
    if (short_axes == std::vector<std::size_t>{2} && block[2] * grid[2] == 1 &&
        end[2] == run.inner.first[2] + 1) {
        return only_plane(run, run.inner.first[2]);
    }
    return Explanation{
        .id = "block-count-short",
        .key = "march",
        .sentence =
            fmt::format("lies behind {}, where the launch's blocks end", join(ends, ", ", " or ")),
        .hint = fmt::format("The launch has {}: either launch_config must ask for more, or each "
                            "block must go on further.",
                            join(counts, ", ", " and ")),
        .whole_grid = true,
        .of_unwritten = true};
}

} // namespace

Explanation only_plane(const Run& run, std::int64_t plane) {
    const std::string axis = axis_name(run.lab, 2);
    return {.id = "march-mistaken",
            .key = "one plane",
            .sentence =
                fmt::format("lies behind {} = {}, the only plane that was written", axis, plane),
            .hint =
                fmt::format("The launch has one block of one thread along {}: is the store in a "
                            "loop over the planes, and does its index go on with them?",
                            axis),
            .whole_grid = true,
            .of_unwritten = true};
}

std::optional<Explanation> explain_unreached_by_march(const Run& run, const ErrorMap& errors) {
    std::optional<Explanation> found = explain_marches_apart(run, errors);
    found = found ? found : explain_marches_short(run, errors);
    return found ? found : explain_blocks_ended(run, errors);
}

} // namespace kit

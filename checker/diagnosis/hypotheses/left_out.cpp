#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/base/layout.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

namespace {

/// Along one axis: the first and the last cell to compute, and the first and the last that was written.
struct Range {
    std::int64_t first_due = 0;
    std::int64_t last_due = 0;
    std::int64_t first = 0;
    std::int64_t last = -1;
};

Range range_along(const Run& run, const ErrorMap& errors, std::size_t axis) {
    const bool keeps = run.lab.boundary == BoundaryRule::keep;
    const std::int64_t last_due = keeps ? run.inner.last[axis] : run.axes[axis].extent;
    Range range{.first_due = keeps ? run.inner.first[axis] : 0, .last_due = last_due - 1};
    range.first = range.last_due + 1;
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        if (run.computes(cell) &&
            errors.state[static_cast<std::size_t>(index)] != CellState::untouched) {
            range.first = std::min(range.first, cell[axis]);
            range.last = std::max(range.last, cell[axis]);
        }
    }
    return range;
}

} // namespace

std::optional<Explanation> explain_ends_of_grid(const Run& run, const ErrorMap& errors) {
    std::array<Range, 3> ranges;
    std::vector<std::string> before;
    std::vector<std::string> behind;
    std::vector<std::string> due;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
        const Range range = ranges[axis] = range_along(run, errors, axis);
        const std::string name = axis_name(run.lab, axis);
        const std::int64_t most = 2 * reach(run.lab) + 1; // more are no guard's mistake
        if (range.last < range.first || range.first - range.first_due > most ||
            range.last_due - range.last > most) {
            return std::nullopt;
        }
        if (range.first > range.first_due) {
            before.push_back(fmt::format("{} = {}", name, range.first));
        }
        if (range.last < range.last_due) {
            behind.push_back(fmt::format("{} = {}", name, range.last));
        }
        if (range.first > range.first_due || range.last < range.last_due) {
            due.push_back(fmt::format("{} from {} to {}", name, range.first_due, range.last_due));
        }
    }
    const auto is_left_out = [&](const Cell& cell) {
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
            if (cell[axis] < ranges[axis].first || cell[axis] > ranges[axis].last) {
                return true;
            }
        }
        return false;
    };
    if (due.empty() || !leaves_out(run, errors, is_left_out)) {
        return std::nullopt;
    }
    std::string places = before.empty() ? "" : "before " + join(before, ", ", " or ");
    places += before.empty() || behind.empty() ? "" : ", or ";
    places += behind.empty() ? "" : "behind " + join(behind, ", ", " or ");
    const char* const look =
        behind.empty()   ? "Look at the lower end of the guard or loop, > or >=, and at the "
                           "cell with which the first block begins."
        : before.empty() ? "Look at the upper end of the guard or loop, < or <=, and at how "
                           "far the last block reaches."
                         : "Look at both ends of the guard: > or >=, < or <=.";
    return Explanation{
        .id = "cells-left-out",
        .key = behind.empty()   ? "low"
               : before.empty() ? "high"
                                : "both",
        .sentence = fmt::format("lies {}, where the kernel computes nothing", places),
        .hint = fmt::format("The cells to compute have {}. {}", join(due, ", ", " and "), look),
        .whole_grid = false, // of what fits as well, blocks say more
        .of_unwritten = true};
}

std::optional<Explanation> explain_ends_of_tiles(const Run& run, const ErrorMap& errors) {
    const std::int64_t halo = run.lab.boundary == BoundaryRule::keep ? reach(run.lab) : 0;
    if (halo == 0 || run.lab.steps > 1) {
        return std::nullopt;
    }
    const auto outputs = [&](std::size_t axis) { return run.launch.block[axis] - 2 * halo; };
    unsigned possible = 0; // a bit for each axis
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
        possible |= outputs(axis) > 1 && run.launch.grid[axis] > 1 ? 1u << axis : 0;
    }
    for (const bool is_last : {false, true}) {
        for (unsigned axes = possible; axes != 0; axes = (axes - 1) & possible) {
            std::vector<std::string> names;
            std::vector<std::string> numbers;
            for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
                if ((axes >> axis & 1) != 0) {
                    names.push_back(axis_name(run.lab, axis));
                    numbers.push_back(fmt::format("threadIdx.{}", "xyz"[axis]));
                }
            }
            const auto is_left_out = [&](const Cell& cell) {
                for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
                    if ((axes >> axis & 1) != 0 &&
                        (cell[axis] + (is_last ? 1 : 0)) % outputs(axis) == 0) {
                        return true;
                    }
                }
                return false;
            };
            if (leaves_out(run, errors, is_left_out)) {
                return Explanation{
                    .id = "cells-left-out",
                    .key = is_last ? "tile last" : "tile first",
                    .sentence = fmt::format("is the {} along {} of a block's outputs",
                                            is_last ? "last" : "first", join(names, ", ", " or ")),
                    .hint = fmt::format(
                        "The halo is {} wide on each side, and the condition on {} leaves out one "
                        "thread more: look at its {}.",
                        counted(static_cast<std::uint64_t>(halo), "thread"),
                        join(numbers, ", ", " and "),
                        is_last ? "upper end, < or <=" : "lower end, > or >="),
                    .whole_grid = true,
                    .of_unwritten = true};
            }
        }
    }
    return std::nullopt;
}

} // namespace kit

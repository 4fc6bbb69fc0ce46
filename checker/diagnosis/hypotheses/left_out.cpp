#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/base/layout.hpp"
#include "checker/diagnosis/places/missing_ends.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

namespace {

/// Whether boundary cells were computed, too, all beyond the other end of an axis along which cells are missing.
bool is_shifted(const Run& run, const ErrorMap& errors, const MissingEnds& ends) {
    bool any = false;
    for (std::size_t i = 0; i < errors.state.size(); ++i) {
        const Cell cell = run.extents.cell(static_cast<std::int64_t>(i));
        if (errors.state[i] == CellState::right || run.computes(cell)) {
            continue;
        }
        any = true;
        bool is_beyond = false;
        for (std::size_t axis = 0; axis < cell.size(); ++axis) {
            is_beyond = is_beyond || (ends.high[axis] && cell[axis] < run.inner.first[axis]) ||
                        (ends.low[axis] && cell[axis] >= run.inner.last[axis]);
        }
        if (!is_beyond) {
            return false;
        }
    }
    return any && ends.at_low() != ends.at_high();
}

} // namespace

std::optional<Explanation> explain_ends_of_grid(const Run& run, const ErrorMap& errors) {
    std::vector<bool> due(errors.state.size());
    std::vector<bool> written(errors.state.size());
    for (std::size_t i = 0; i < due.size(); ++i) {
        due[i] = run.computes(run.extents.cell(static_cast<std::int64_t>(i)));
        written[i] = errors.state[i] != CellState::untouched;
    }
    const auto ends = missing_ends(run.lab, run.extents, due, written);
    if (!ends) {
        return std::nullopt;
    }
    const bool shifted = is_shifted(run, errors, *ends);
    const char* const look =
        shifted && ends->at_low() ? "The kernel begins and ends behind these."
        : shifted                 ? "The kernel begins and ends before these."
        : !ends->at_high() ? "Look at the lower end of the guard or loop, > or >=, and at the "
                             "cell with which the first block begins."
        : !ends->at_low()  ? "Look at the upper end of the guard or loop, < or <=, and at how "
                             "far the last block reaches."
                           : "Look at both ends of the guard: > or >=, < or <=.";
    return Explanation{.id = "cells-left-out",
                       .key = shifted            ? "shifted"
                              : !ends->at_high() ? "low"
                              : !ends->at_low()  ? "high"
                                                 : "both",
                       .sentence =
                           fmt::format("lies {}, where the kernel computes nothing", ends->places),
                       .hint = fmt::format("The cells to compute have {}. {}", ends->due, look),
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
    for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
        possible |= outputs(axis) > 1 && run.launch.grid[axis] > 1 ? 1u << axis : 0;
    }
    for (const bool is_last : {false, true}) {
        for (unsigned axes = possible; axes != 0; axes = (axes - 1) & possible) {
            std::vector<std::string> names;
            std::vector<std::string> numbers;
            for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
                if ((axes >> axis & 1) != 0) {
                    names.push_back(axis_name(run.lab, axis));
                    numbers.push_back(fmt::format("threadIdx.{}", "xyz"[axis]));
                }
            }
            const auto is_left_out = [&](const Cell& cell) {
                for (std::size_t axis = 0; axis < run.lab.axes; ++axis) {
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
                    // Which of the two depends on the cell with which the first block begins.
                    .sentence =
                        fmt::format("is the first or the last along {} of a block's outputs",
                                    join(names, ", ", " or ")),
                    .hint = fmt::format(
                        "The halo is {} wide on each side, and the condition on {} leaves out one "
                        "thread more: look at its ends.",
                        counted(static_cast<std::uint64_t>(halo), "thread"),
                        join(numbers, ", ", " and ")),
                    .whole_grid = true,
                    .of_unwritten = true};
            }
        }
    }
    return std::nullopt;
}

} // namespace kit

#include "checker/diagnosis/hypotheses/hypothesis.hpp"

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
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        bool reached = true;
        for (std::size_t axis = 0; axis < cell.size(); ++axis) {
            reached = reached && cell[axis] < tiling[axis].end();
        }
        const bool is_left = !reached && run.computes(cell);
        const bool is_unwritten =
            errors.state[static_cast<std::size_t>(index)] == CellState::untouched;
        if (is_left != is_unwritten) {
            return false;
        }
    }
    return true;
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
        std::string along = names.front();
        for (std::size_t i = 1; i < names.size(); ++i) {
            along += (i + 1 == names.size() ? " and " : ", ") + names[i];
        }
        text += fmt::format(
            "{}{} of {} along {}, from {} on, end{} at {} = {}", text.empty() ? "" : ", ",
            counted(static_cast<std::uint64_t>(tiles.tiles), "block"),
            counted(static_cast<std::uint64_t>(tiles.cells), "cell"), along, tiles.origin,
            tiles.tiles == 1 ? "s" : "", names.front(), tiles.end() - 1);
    }
    return text;
}

} // namespace

std::optional<Explanation> explain_unreached(const Run& run, const ErrorMap& errors) {
    if (std::find(errors.state.begin(), errors.state.end(), CellState::untouched) ==
        errors.state.end()) {
        return std::nullopt;
    }
    const std::int64_t margin = run.lab.boundary == BoundaryRule::keep ? reach(run.lab) : 0;
    for (const Tiling& tiling : tilings(run.lab, run.extents, run.launch, Cover::any_part)) {
        std::vector<std::size_t> axes;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
            if (tiling[axis].end() < run.axes[axis].extent - margin) {
                axes.push_back(axis);
            }
        }
        if (!axes.empty() && leaves(run, errors, tiling)) {
            return Explanation{
                .id = "block-count-short",
                .key = fmt::format("{}", fmt::join(axes, " ")),
                .sentence = "lies where no block reaches: " + end_of_blocks(run, tiling, axes),
                .hint = "launch_config must round the number of blocks up, so that the last "
                        "block, full or not, contains the last cell to compute.",
                .whole_grid = true,
                .of_unwritten = true};
        }
    }
    return std::nullopt;
}

} // namespace kit

#include "checker/diagnosis/hypotheses/unreached.hpp"

#include "checker/diagnosis/places/tilings.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// Whether the state of every cell is what these tiles leave.
bool leaves(const Run& run, const ErrorMap& errors, const Tiling& tiling) {
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        bool reached = true;
        for (std::size_t axis = 0; axis < cell.size(); ++axis) {
            reached = reached && cell[axis] < tiling[axis].end();
        }
        const CellState left =
            reached || !run.computes(cell) ? CellState::right : CellState::untouched;
        if (errors.state[static_cast<std::size_t>(index)] != left) {
            return false;
        }
    }
    return true;
}

} // namespace

std::optional<Explanation> explain_unreached(const Run& run, const ErrorMap& errors) {
    const std::int64_t margin = run.lab.boundary == BoundaryRule::keep ? reach(run.lab) : 0;
    for (const Tiling& tiling : tilings(run.lab, run.extents, run.launch)) {
        std::string reach_of_blocks;
        std::string key;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
            const AxisTiles& tiles = tiling[axis];
            if (tiles.end() < run.axes[axis].extent - margin) {
                reach_of_blocks +=
                    fmt::format("{}{} of {} cells along {} end{} at {} = {}",
                                reach_of_blocks.empty() ? "" : ", ",
                                counted(static_cast<std::uint64_t>(tiles.tiles), "block"),
                                tiles.cells, axis_name(run.lab, axis), tiles.tiles == 1 ? "s" : "",
                                axis_name(run.lab, axis), tiles.end() - 1);
                key += fmt::format("{}{}", key.empty() ? "" : " ", axis);
            }
        }
        if (!key.empty() && leaves(run, errors, tiling)) {
            return Explanation{"block-count-short", key,
                               "lies where no block reaches: " + reach_of_blocks,
                               "launch_config must round the number of blocks up, so that the last "
                               "one, full or not, holds the last cell that is computed.",
                               true};
        }
    }
    return std::nullopt;
}

} // namespace kit

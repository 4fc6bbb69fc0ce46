#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

namespace {

constexpr int faces = 6; // of the grid: the low end and the high end of each axis

/// Cells between the cell and the boundary cell at this end of the axis, that one included.
std::int64_t distance(const Run& run, const Cell& cell, int face) {
    const auto axis = static_cast<std::size_t>(face / 2);
    return face % 2 == 0 ? cell[axis] : run.axes[axis].extent - 1 - cell[axis];
}

/// The computed cells near one face alone that a boundary cell's second value can have reached.
struct Near {
    std::int64_t cells = 0;
    std::int64_t wrong = 0;
};

/// "i", "the low end of k", ...
std::string name_of(const Run& run, std::size_t axis, bool low, bool high) {
    return low && high
               ? axis_name(run.lab, axis)
               : fmt::format("the {} end of {}", low ? "low" : "high", axis_name(run.lab, axis));
}

} // namespace

std::optional<Explanation> explain_lost_boundary(const Run& run, const ErrorMap& errors) {
    const std::int64_t depth = std::int64_t{run.lab.steps} - 1;
    if (depth < 1 || reach(run.lab) != 1 || run.lab.boundary != BoundaryRule::keep ||
        run.lab.axes != 3) {
        return std::nullopt;
    }
    std::array<Near, faces> near{};
    for (std::int64_t index = 0; index < run.extents.cells(); ++index) {
        const Cell cell = run.extents.cell(index);
        const bool is_wrong = errors.state[index] == CellState::wrong;
        if (!run.computes(cell)) {
            if (is_wrong) {
                return std::nullopt;
            }
            continue;
        }
        int nearest = 0;
        int reached_from = 0;
        for (int face = 0; face < faces; ++face) {
            if (distance(run, cell, face) <= depth) {
                nearest = face;
                ++reached_from;
            }
        }
        if (reached_from == 0 && is_wrong) {
            return std::nullopt;
        }
        if (reached_from == 1) {
            ++near.at(static_cast<std::size_t>(nearest)).cells;
            near.at(static_cast<std::size_t>(nearest)).wrong += is_wrong ? 1 : 0;
        }
    }
    std::vector<std::string> names;
    bool all = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::array<bool, 2> lost{};
        for (std::size_t end = 0; end < 2; ++end) {
            const Near& face = near.at(2 * axis + end);
            if (face.cells == 0 || (face.wrong > 0 && face.wrong * 10 < face.cells * 9)) {
                return std::nullopt; // the grid is small, or it is something else
            }
            lost.at(end) = face.wrong > 0;
        }
        all = all && lost[0] && lost[1];
        if (lost[0] || lost[1]) {
            names.push_back(name_of(run, axis, lost[0], lost[1]));
        }
    }
    if (names.empty()) {
        return std::nullopt;
    }
    return Explanation{
        .id = "boundary-not-kept",
        .key = "",
        .sentence =
            fmt::format("lies within {} cells of the grid's boundary{}", depth,
                        all ? "" : " along " + fmt::format("{}", fmt::join(names, " and "))),
        .hint =
            "The first sweep has the right boundary, a later one has not: a boundary cell keeps "
            "its value in all sweeps. No thread may compute it, and each copy that a sweep "
            "reads must hold it.",
        .whole_grid = true};
}

} // namespace kit

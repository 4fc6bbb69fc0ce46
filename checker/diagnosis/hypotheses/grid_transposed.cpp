#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/hypotheses/right_result.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kit {

namespace {

/// A memory layout: axes from the fastest in memory to the slowest.
struct Layout {
    std::array<std::size_t, 3> order{};
    std::array<std::int64_t, 3> extent{}; ///< along x, y, z

    [[nodiscard]] std::int64_t index(const Cell& cell) const {
        return (cell[order[2]] * extent[order[1]] + cell[order[1]]) * extent[order[0]] +
               cell[order[0]];
    }

    [[nodiscard]] Cell cell(std::int64_t index) const {
        Cell cell{};
        cell[order[0]] = index % extent[order[0]];
        cell[order[1]] = index / extent[order[0]] % extent[order[1]];
        cell[order[2]] = index / (extent[order[0]] * extent[order[1]]);
        return cell;
    }
};

/// "out[k][j][i]": how the index was made.
std::string indexed(const Lab& lab, const std::string& array, const Layout& layout) {
    std::string name = array;
    for (int place = lab.axes - 1; place >= 0; --place) {
        name += fmt::format("[{}]", axis_name(lab, layout.order[static_cast<std::size_t>(place)]));
    }
    return name;
}

std::vector<Layout> other_layouts(const Run& run) {
    std::vector<Layout> layouts;
    Layout layout{{0, 1, 2}, {run.extents.x, run.extents.y, run.extents.z}};
    const auto end = layout.order.begin() + run.lab.axes;
    while (std::next_permutation(layout.order.begin(), end)) {
        layouts.push_back(layout);
    }
    return layouts;
}

void add_layout(const Run& run, const RightResult& right, const Layout& layout,
                std::vector<Hypothesis>& made) {
    const Lab& lab = run.lab;
    const std::string key =
        fmt::format("{}{}{}", layout.order[0], layout.order[1], layout.order[2]);
    const std::string in = argument_name(lab, Argument::Role::input);
    const std::string out = argument_name(lab, Argument::Role::output);
    const char* const hint = "In a row-major array the last index runs fastest: the x coordinate "
                             "stands alone, each other one times the cells that lie between two of "
                             "its values.";
    made.push_back(
        {"transposed", "stored " + key,
         fmt::format("is as if the results were stored to {}", indexed(lab, out, layout)), hint,
         [right, layout, &run](const Cell& cell) -> std::optional<Prediction> {
             const Cell from = layout.cell(run.index(cell));
             if (run.computes(from)) {
                 return right(from);
             }
             return run.computes(cell) ? std::nullopt
                                       : std::optional(Prediction{run.input[run.index(cell)], 0});
         }});
    if (lab.steps > 1) {
        return;
    }
    Formula computed = formula_of(run);
    computed.keeps_boundary = false;
    const FormulaAt formula(run, computed);
    const auto read = [layout, &run](std::size_t, const Cell& from,
                                     std::int64_t) -> std::optional<double> {
        const std::int64_t index = layout.index(from);
        return run.input.has(index) ? std::optional(run.input[index]) : std::nullopt;
    };
    made.push_back({"transposed", "read " + key,
                    fmt::format("equals the sweep over {}", indexed(lab, in, layout)), hint,
                    [formula, read, &run](const Cell& cell) -> std::optional<Prediction> {
                        return run.computes(cell)
                                   ? formula.at(cell, read)
                                   : std::optional(Prediction{run.input[run.index(cell)], 0});
                    }});
    made.push_back({"transposed", "both " + key,
                    fmt::format("is as if the grid were indexed as {} and {}",
                                indexed(lab, in, layout), indexed(lab, out, layout)),
                    hint,
                    [formula, read, layout, &run](const Cell& cell) -> std::optional<Prediction> {
                        const Cell from = layout.cell(run.index(cell));
                        return run.computes(from) ? formula.at(from, read) : std::nullopt;
                    }});
}

/// On grids that are no cubes: another axis's extent as the length of a row or the height of a plane.
void add_row_lengths(const Run& run, std::vector<Hypothesis>& made) {
    const std::array<std::int64_t, 3> extent{run.extents.x, run.extents.y, run.extents.z};
    const auto axes = static_cast<std::size_t>(run.lab.axes);
    for (std::size_t row = 0; row < axes; ++row) {
        for (std::size_t plane = 0; plane < axes; ++plane) {
            const std::int64_t length = extent[row];
            const std::int64_t height = axes > 2 ? extent[plane] : extent[1];
            if ((row == 0 && (axes < 3 || plane == 1)) || (axes < 3 && plane > 0)) {
                continue;
            }
            const FormulaAt formula(run, formula_of(run));
            const std::string rows = fmt::format("rows of {} cells", length);
            made.push_back(
                {"row-length-mistaken", fmt::format("{} {}", row, plane),
                 axes > 2 ? fmt::format("equals the sweep over planes of {} {}", height, rows)
                          : fmt::format("equals the sweep over {}", rows),
                 "From one row to the next lie as many elements as the grid has along x, from one "
                 "plane to the next x times y: look at what the kernel multiplies with.",
                 [formula, length, height, &run](const Cell& cell) -> std::optional<Prediction> {
                     if (!run.computes(cell)) {
                         return Prediction{run.input[run.index(cell)], 0};
                     }
                     return formula.at(
                         cell,
                         [&](std::size_t, const Cell& from, std::int64_t) -> std::optional<double> {
                             const std::int64_t index =
                                 (from[2] * height + from[1]) * length + from[0];
                             return run.input.has(index) ? std::optional(run.input[index])
                                                         : std::nullopt;
                         });
                 }});
        }
    }
}

} // namespace

std::vector<Hypothesis> grid_transposed(const Run& run) {
    std::vector<Hypothesis> made;
    if (run.lab.axes < 2) {
        return made;
    }
    const RightResult right(run);
    for (const Layout& layout : other_layouts(run)) {
        add_layout(run, right, layout, made);
    }
    const bool cube =
        run.extents.x == run.extents.y && (run.lab.axes < 3 || run.extents.y == run.extents.z);
    if (!cube && run.lab.steps == 1) {
        add_row_lengths(run, made);
    }
    return made;
}

} // namespace kit

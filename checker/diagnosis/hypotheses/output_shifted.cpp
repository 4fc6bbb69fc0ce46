#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/hypotheses/right_result.hpp"
#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace kit {

namespace {

/// One cell along any axes at once, and along one axis up to the stencil's reach, at least 2. The
/// fewest axes come first.
std::vector<std::array<int, 3>> shifts(const Lab& lab) {
    std::vector<std::array<int, 3>> all;
    const std::array<int, 3> most{1, lab.axes > 1 ? 1 : 0, lab.axes > 2 ? 1 : 0};
    for (int z = -most[2]; z <= most[2]; ++z) {
        for (int y = -most[1]; y <= most[1]; ++y) {
            for (int x = -most[0]; x <= most[0]; ++x) {
                if (x != 0 || y != 0 || z != 0) {
                    all.push_back({x, y, z});
                }
            }
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        const auto axes = [](const std::array<int, 3>& shift) {
            return std::abs(shift[0]) + std::abs(shift[1]) + std::abs(shift[2]);
        };
        return axes(a) < axes(b);
    });
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(lab.axes); ++axis) {
        for (int far = 2; far <= std::max(2, 2 * reach(lab)); ++far) {
            for (const int shift : {-far, far}) {
                all.push_back({});
                all.back()[axis] = shift;
            }
        }
    }
    return all;
}

bool on_grid(const Cell& cell, const Extents& extents) {
    return 0 <= cell[0] && cell[0] < extents.x && 0 <= cell[1] && cell[1] < extents.y &&
           0 <= cell[2] && cell[2] < extents.z;
}

std::string result_name(const Lab& lab, const std::array<int, 3>& shift) {
    // The output's name with the input's way to write offsets.
    const std::string in = argument_name(lab, Argument::Role::input);
    return argument_name(lab, Argument::Role::output) +
           neighbour_name(lab, shift).substr(in.size());
}

} // namespace

std::vector<Hypothesis> output_shifted(const Run& run) {
    std::vector<Hypothesis> made;
    const RightResult right(run);
    const bool keeps = run.lab.boundary == BoundaryRule::keep;
    for (const std::array<int, 3>& shift : shifts(run.lab)) {
        const std::string key = fmt::format("{} {} {}", shift[0], shift[1], shift[2]);
        const std::string sentence =
            fmt::format("holds the result that belongs to {}", result_name(run.lab, shift));
        made.push_back(
            {"shifted", key, sentence,
             "Work out, for one thread, the cell that it computes and the index that it stores to: "
             "they are not the same cell.",
             [right, shift, keeps, &run](const Cell& cell) -> std::optional<Prediction> {
                 const Cell from{cell[0] + shift[0], cell[1] + shift[1], cell[2] + shift[2]};
                 if (on_grid(from, run.extents) && run.computes(from)) {
                     return right(from);
                 }
                 return keeps ? std::optional(Prediction{run.input[run.index(cell)], 0})
                              : std::nullopt;
             }});
        if (run.lab.steps > 1) {
            continue;
        }
        Formula formula = formula_of(run);
        for (std::array<int, 3>& offset : formula.offsets) {
            for (std::size_t axis = 0; axis < offset.size(); ++axis) {
                offset[axis] += shift[axis];
            }
        }
        made.push_back({"shifted", "read " + key, sentence,
                        "Work out, for one thread, the cell that it owns and the indices that it "
                        "reads: they lie around another cell.",
                        FormulaAt(run, std::move(formula))});
    }
    return made;
}

} // namespace kit

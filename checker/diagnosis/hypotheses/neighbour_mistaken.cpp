#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace kit {

namespace {

/// What an index that is a little wrong leads to: cells of the stencil, and those one cell before or
/// behind the right one.
std::vector<std::array<int, 3>> near_by(const Run& run, const std::array<int, 3>& right) {
    std::vector<std::array<int, 3>> offsets;
    const auto add = [&](const std::array<int, 3>& offset) {
        if (offset != right && std::find(offsets.begin(), offsets.end(), offset) == offsets.end()) {
            offsets.push_back(offset);
        }
    };
    for (const StencilPoint& point : run.lab.stencil) {
        add(point.offset);
    }
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(run.lab.axes); ++axis) {
        for (const int step : {-1, 1}) {
            std::array<int, 3> offset = right;
            offset[axis] += step;
            add(offset);
        }
    }
    return offsets;
}

} // namespace

std::vector<Hypothesis> neighbour_mistaken(const Run& run) {
    std::vector<Hypothesis> made;
    const std::vector<StencilPoint>& stencil = run.lab.stencil;
    for (std::size_t term = 0; term < stencil.size(); ++term) {
        const std::string right = neighbour_name(run.lab, stencil[term].offset);
        for (const std::array<int, 3>& offset : near_by(run, stencil[term].offset)) {
            Formula formula = formula_of(run);
            formula.offsets[term] = offset;
            const std::string instead = neighbour_name(run.lab, offset);
            made.push_back(
                {"neighbour-mistaken",
                 fmt::format("{} {} {} {}", term, offset[0], offset[1], offset[2]),
                 fmt::format("equals the sweep with {} taken for {}", instead, right),
                 fmt::format("Look at the kernel's term for {}: its value is that of {}.", right,
                             instead),
                 FormulaAt(run, std::move(formula))});
        }
    }
    return made;
}

} // namespace kit

#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kit {

std::vector<Hypothesis> sum_not_reset(const Run& run) {
    std::vector<Hypothesis> made;
    using Before = std::function<std::int64_t(std::int64_t)>; // below 0: there is none
    const auto add = [&](const char* key, const std::string& which, const char* loop,
                         const Before& before) {
        made.push_back(
            {.id = "sum-not-reset",
             .key = key,
             .sentence = fmt::format("equals the right value plus that of {0}: the sum is not set "
                                     "back for each {1}",
                                     which, loop),
             .hint = fmt::format("Each cell's sum begins at 0: declare it inside the loop over "
                                 "the {}s.",
                                 loop),
             .predict =
                 [&run, before, right = FormulaAt(run, formula_of(run))](const Cell& cell) {
                     std::optional<Prediction> sum = right(cell);
                     if (!sum || !run.computes(cell)) {
                         return sum;
                     }
                     if (const std::int64_t index = before(run.index(cell)); index >= 0) {
                         constexpr double roundings = 0x1p-21; // of float, in a sum that grows
                         sum->value += run.output[index];
                         sum->allowed += std::abs(run.output[index]) * roundings;
                     }
                     return sum;
                 },
             .of_formula = true});
    };
    if (run.lab.axes == 3 && run.lab.boundary == BoundaryRule::keep && run.launch.block[2] == 1) {
        add("", "the cell below it", "plane",
            [&run](std::int64_t index) { return index - run.extents.x * run.extents.y; });
    }
    if (is_linear(run.launch)) { // threads that go on by the number of all
        const std::int64_t threads = std::int64_t{run.launch.grid[0]} * run.launch.block[0];
        const std::string which = fmt::format("the thread's cell before, {} cells earlier",
                                              thousands(static_cast<std::uint64_t>(threads)));
        add("line", which, "cell", [&run, threads](std::int64_t index) {
            do {
                index -= threads;
            } while (index >= 0 && !run.computes(run.extents.cell(index)));
            return index;
        });
        if (run.lab.boundary == BoundaryRule::keep) {
            add("inner", which, "cell", [&run, threads](std::int64_t index) -> std::int64_t {
                const auto& [first, last] = run.inner;
                const Extents inside{last[0] - first[0], last[1] - first[1], last[2] - first[2]};
                const Cell own = run.extents.cell(index);
                const std::int64_t before =
                    inside.index(own[0] - first[0], own[1] - first[1], own[2] - first[2]) - threads;
                const Cell cell = inside.cell(before);
                return before < 0 ? -1
                                  : run.extents.index(cell[0] + first[0], cell[1] + first[1],
                                                      cell[2] + first[2]);
            });
        }
    }
    return made;
}

} // namespace kit

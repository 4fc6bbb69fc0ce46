#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/reference/time_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace kit {

std::vector<Hypothesis> sweeps_miscounted(const Run& run) {
    std::vector<Hypothesis> made;
    constexpr int most_missing = 3; // each takes a grid's memory and all its sweeps
    for (int sweeps = std::max(1, run.lab.steps - most_missing);
         run.lab.steps > 1 && sweeps <= run.lab.steps + 1; ++sweeps) {
        if (sweeps == run.lab.steps) {
            continue;
        }
        Lab lab = run.lab;
        lab.steps = sweeps;
        const auto grid = std::make_shared<const SteppedGrid>(
            step_grid(lab, run.extents, run.data.input, run.data.coefficients));
        made.push_back(
            {"sweeps-miscounted", fmt::format("{}", sweeps),
             fmt::format("holds the result of {}, not of {}",
                         counted(static_cast<std::uint64_t>(sweeps), "sweep"), run.lab.steps),
             "Count the sweeps that one launch does, the first and the last included.",
             [grid, &run](const Cell& cell) {
                 const auto index = static_cast<std::size_t>(run.index(cell));
                 return Prediction{grid->value[index], grid->allowed[index]};
             }});
    }
    return made;
}

} // namespace kit

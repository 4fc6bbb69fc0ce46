#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <utility>

namespace kit {

std::vector<Hypothesis> result_unfinished(const Run& run) {
    std::vector<Hypothesis> made;
    if (run.lab.result_range) {
        Formula formula = formula_of(run);
        formula.range.reset();
        made.push_back(
            {"result-not-clamped", "", "equals the sum before it is clamped",
             fmt::format("The result must lie in [{}, {}]: clamp the sum before it is stored.",
                         run.lab.result_range->low, run.lab.result_range->high),
             FormulaAt(run, std::move(formula))});
    }
    if (run.lab.result_operation == ResultOperation::square) {
        Formula formula = formula_of(run);
        formula.operation = ResultOperation::none;
        made.push_back({"result-not-squared", "", "equals the sum before it is squared",
                        "Multiply the sum by itself before it is stored.",
                        FormulaAt(run, std::move(formula))});
    }
    if (run.lab.element == Element::float64 && run.lab.steps == 1) {
        // float's unit roundoff is 2^29 times double's; the constants take their rounding, too.
        const FormulaAt right(run, formula_of(run));
        made.push_back(
            {"single-precision", "", "is right to float's precision only, not to double's",
             "Somewhere a value passes through a float: a variable, a literal like 0.5f, "
             "a function like sqrtf, or a shared array.",
             [right](const Cell& cell) {
                 std::optional<Prediction> near = right(cell);
                 if (near) {
                     near->allowed *= 0x1p29;
                 }
                 return near;
             }});
    }
    return made;
}

} // namespace kit

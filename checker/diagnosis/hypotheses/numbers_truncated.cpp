#include "checker/diagnosis/hypotheses/kinds.hpp"

#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kit {

namespace {

const char* const whole_number_hint =
    "An int on the way holds no fraction: look at the types of the kernel's variables, and for a "
    "division of two whole numbers.";

} // namespace

std::vector<Hypothesis> numbers_truncated(const Run& run) {
    std::vector<Hypothesis> made;
    if (run.lab.element == Element::int32) {
        return made;
    }
    Formula formula = formula_of(run);
    for (double& coefficient : formula.coefficients) {
        coefficient = std::trunc(coefficient);
    }
    const bool tells_something = // coefficients that all become 0 make an output of 0, as much does
        std::any_of(formula.coefficients.begin(), formula.coefficients.end(),
                    [](double coefficient) { return coefficient != 0; });
    if (tells_something && formula.coefficients != run.data.coefficients) {
        made.push_back({"coefficients-truncated", "",
                        "equals the sweep with the coefficients cut to whole numbers",
                        whole_number_hint, FormulaAt(run, formula)});
    }
    const FormulaAt right(run, formula_of(run));
    made.push_back({"result-truncated", "", "equals the right result cut to a whole number",
                    whole_number_hint,
                    [right, &run](const Cell& cell) -> std::optional<Prediction> {
                        const std::optional<Prediction> whole = right(cell);
                        if (!whole || !run.computes(cell)) {
                            return whole;
                        }
                        // The sum's roundings may carry it over a whole number.
                        const double low = std::trunc(whole->value - whole->allowed);
                        const double high = std::trunc(whole->value + whole->allowed);
                        return Prediction{run.output[run.index(cell)] == low ? low : high, 0};
                    }});
    return made;
}

} // namespace kit

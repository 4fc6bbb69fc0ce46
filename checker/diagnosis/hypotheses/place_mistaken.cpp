#include "checker/diagnosis/hypotheses/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace kit {

std::vector<Hypothesis> place_mistaken(const Run& run) {
    std::vector<Hypothesis> made;
    const int sets = coefficient_sets(run.lab);
    if (sets < 2) {
        return made;
    }
    const auto terms = run.lab.stencil.size();
    const auto add = [&](const char* key, const std::string& sentence,
                         const std::function<int(int)>& set_of) {
        Formula formula = formula_of(run);
        for (int place = 0; place < sets; ++place) {
            const int set = std::clamp(set_of(place), 0, sets - 1);
            std::copy_n(run.data.coefficients.begin() +
                            static_cast<std::ptrdiff_t>(static_cast<std::size_t>(set) * terms),
                        terms,
                        formula.coefficients.begin() +
                            static_cast<std::ptrdiff_t>(static_cast<std::size_t>(place) * terms));
        }
        made.push_back(
            {"place-mistaken", key, sentence,
             "Set p of the coefficients is for the point that is number p of its window, "
             "counted from 0 at the window's low end.",
             FormulaAt(run, std::move(formula))});
    };
    const int last = sets - 1;
    add("mirrored", "equals the sweep with the sets of coefficients in reverse order",
        [last](int place) { return last - place; });
    add("middle", "equals the sweep with the middle's coefficients everywhere",
        [last](int) { return last / 2; });
    add("first", "equals the sweep with the first set of coefficients everywhere",
        [](int) { return 0; });
    add("next", "equals the sweep with the next place's coefficients",
        [](int place) { return place + 1; });
    add("previous", "equals the sweep with the previous place's coefficients",
        [](int place) { return place - 1; });
    return made;
}

} // namespace kit

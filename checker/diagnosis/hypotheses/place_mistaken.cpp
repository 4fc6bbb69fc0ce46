#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

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
             "Set p of the coefficients belongs to the point that is number p in its window, "
             "counted from 0 at the window's low end.",
             FormulaAt(run, std::move(formula))});
    };
    if (static_cast<std::size_t>(sets) == terms) {
        Formula formula = formula_of(run);
        for (std::size_t place = 0; place < terms; ++place) {
            for (std::size_t term = 0; term < terms; ++term) {
                formula.coefficients[place * terms + term] =
                    run.data.coefficients[term * terms + place];
            }
        }
        made.push_back(
            {"coefficients-transposed", "",
             "equals the sweep with row and column of the coefficients' table exchanged",
             fmt::format("The coefficients of place p in the window are c[p * {0}] to "
                         "c[p * {0} + {1}], side by side: the place is multiplied by {0}, the "
                         "point's number is added.",
                         terms, terms - 1),
             FormulaAt(run, std::move(formula))});
    }
    for (const std::size_t length : {terms / 2, terms - 1, terms + 1}) {
        const std::size_t known = run.data.coefficients.size();
        Formula formula = formula_of(run);
        for (std::size_t i = 0; i < known; ++i) {
            const std::size_t from = i / terms * length + i % terms;
            formula.coefficients[i] = from < known ? run.data.coefficients[from] : NAN;
        }
        made.push_back(
            {"coefficients-row-length", std::to_string(length) + "/" + std::to_string(terms),
             fmt::format("equals the sweep with c[p * {0} + q] where c[p * {1} + q] belongs",
                         length, terms),
             fmt::format(
                 "The coefficients of place p in the window begin at c[p * {}]: a set has as "
                 "many of them as the window has points.",
                 terms),
             FormulaAt(run, std::move(formula))});
    }
    const int last = sets - 1;
    add("mirrored", "equals the sweep with the sets of coefficients in reverse order",
        [last](int place) { return last - place; });
    add("middle", "equals the sweep with the middle set of coefficients everywhere",
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

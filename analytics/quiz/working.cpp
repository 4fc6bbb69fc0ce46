#include "analytics/quiz/working.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace kit {

namespace {

/// The working with these slips; absent where they lead to no count, or where a slip is not
/// met once the others are made.
std::optional<WrongWorking> with_slips(std::string_view id, const ExerciseSizes& sizes,
                                       const std::set<std::string>& taken) {
    try {
        Slips slips(taken);
        WrongWorking explanation{{}, worked(id, sizes, slips)};
        // The clauses of this working: its numbers may be others than those of the right one.
        for (const Slip& slip : slips.met()) {
            if (taken.contains(slip.name)) {
                explanation.slips.push_back(slip);
            }
        }
        if (explanation.slips.size() == taken.size() && !(explanation.formula.value() < 0)) {
            return explanation;
        }
    } catch (const BadInput&) {
        // A tile that is all halo, or a number past 64 bits.
    }
    return std::nullopt;
}

} // namespace

bool Slips::wrong(std::string_view name, const std::string& clause) {
    const bool known =
        std::any_of(met_.begin(), met_.end(), [&](const Slip& slip) { return slip.name == name; });
    if (!known) {
        met_.push_back({std::string(name), clause});
    }
    return taken_.contains(std::string(name));
}

StatedFormula worked(std::string_view id, const ExerciseSizes& sizes, Slips& slips) {
    return id.at(0) == '1' ? worked_sweep(id.at(1), sizes, slips)
                           : worked_tile(id.at(1), sizes, slips);
}

std::vector<WrongWorking> wrong_workings(std::string_view id, const ExerciseSizes& sizes) {
    Slips right;
    static_cast<void>(worked(id, sizes, right));
    const std::vector<Slip>& known = right.met();
    std::vector<WrongWorking> all;
    std::map<std::string, std::string> alone; ///< formula of each single slip
    for (const Slip& slip : known) {
        if (std::optional<WrongWorking> one = with_slips(id, sizes, {slip.name})) {
            alone[slip.name] = one->formula.text();
            all.push_back(std::move(*one));
        }
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
        for (std::size_t j = i + 1; j < known.size(); ++j) {
            std::optional<WrongWorking> pair =
                with_slips(id, sizes, {known[i].name, known[j].name});
            if (pair && pair->formula.text() != alone[known[i].name] &&
                pair->formula.text() != alone[known[j].name]) {
                all.push_back(std::move(*pair));
            }
        }
    }
    return all;
}

StatedFormula both_ends(int order) {
    return StatedFormula(2) * order;
}

int worked_order(const ExerciseSizes& sizes, Slips& slips) {
    const int order = sizes.stencil.order;
    const bool forgotten =
        order != 1 &&
        slips.wrong("order-forgotten",
                    fmt::format("the stencil is taken to reach 1 cell, not {}", order));
    return forgotten ? 1 : order;
}

} // namespace kit

#include "analytics/quiz/working.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

bool Slips::wrong(std::string_view name, const std::string& clause) {
    const bool known =
        std::any_of(met_.begin(), met_.end(), [&](const Slip& slip) { return slip.name == name; });
    if (!known) {
        met_.push_back({std::string(name), clause});
    }
    return taken_.contains(std::string(name));
}

Rational worked(std::string_view id, const ExerciseSizes& sizes, Slips& slips) {
    return id.at(0) == '1' ? worked_sweep(id.at(1), sizes, slips)
                           : worked_tile(id.at(1), sizes, slips);
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

// Steps of a working that go wrong as they do for students. This explains a wrong answer by the slips that
// lead to it, for any sizes.
//
// Rejected: a list of wrong answers for each exercise. It would be for one grid only, and it could
// not recognize two slips made together. Also rejected: words with the numbers of the right working
// in them. With two slips together, those are not the numbers that lead to the answer.
#pragma once

#include "analytics/questions/stated_formula.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A step that goes wrong.
struct Slip {
    std::string name; ///< stable, for programs: "halo-forgotten"
    /// After "comes out when". Of numbers it has only the question's own; what comes out of them
    /// stands in the formula.
    std::string clause;
};

/// The steps that go wrong in one computation, and all that could.
class Slips {
public:
    /// Every step right.
    Slips() = default;

    /// The steps with these names wrong.
    explicit Slips(std::set<std::string> taken) : taken_(std::move(taken)) {}

    /// Asked at each step: does this one go wrong? Records that it could.
    bool wrong(std::string_view name, const std::string& clause);

    [[nodiscard]] bool are_none() const { return taken_.empty(); }

    /// The steps asked about, in order, without repetitions.
    [[nodiscard]] const std::vector<Slip>& met() const { return met_; }

private:
    std::set<std::string> taken_;
    std::vector<Slip> met_;
};

/// Slips made together, and the number that they lead to with its whole calculation.
struct WrongWorking {
    std::vector<Slip> slips;
    StatedFormula formula;
};

} // namespace kit

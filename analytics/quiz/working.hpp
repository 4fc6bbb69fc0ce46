// The exercises computed step by step, where any step can go wrong as it does for students. This
// explains a wrong answer by the slips that lead to it, for any sizes.
//
// Rejected: a list of wrong answers for each exercise. It would be for one grid only, and it could
// not recognize two slips made together. Also rejected: words with the numbers of the right working
// in them. With two slips together, those are not the numbers that lead to the answer.
#pragma once

#include "analytics/answers/exercises.hpp"
#include "analytics/quiz/stated_formula.hpp"

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

/// The answer to an exercise of these sizes after the slips taken; the right one without slips.
/// 1b counts a thread for each cell, 1c and 1d the least sufficient blocks, 2c multiplications and
/// additions for each byte loaded. Throws BadInput or Overflow where the slips lead to no number.
[[nodiscard]] StatedFormula worked(std::string_view id, const ExerciseSizes& sizes, Slips& slips);

/// Every single slip and every pair that leads to a number from 0, single ones first. Left out are
/// pairs in which one slip undoes or hides the other.
[[nodiscard]] std::vector<WrongWorking> wrong_workings(std::string_view id,
                                                       const ExerciseSizes& sizes);

/// Exercise 1 and exercise 2 alone, by the part's letter.
[[nodiscard]] StatedFormula worked_sweep(char part, const ExerciseSizes& sizes, Slips& slips);
[[nodiscard]] StatedFormula worked_tile(char part, const ExerciseSizes& sizes, Slips& slips);

/// 2·1: what a stencil of this order reaches to both sides.
[[nodiscard]] StatedFormula both_ends(int order);

/// The order to compute with: the stencil's, or by a slip 1.
[[nodiscard]] int worked_order(const ExerciseSizes& sizes, Slips& slips);

} // namespace kit

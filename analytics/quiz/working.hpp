// The exercises worked out as a student does, step by step, where any step can go wrong: a wrong
// answer is explained by the slips that lead to it, computed for the sizes at hand.
//
// Rejected: a list of wrong answers for each exercise. It would hold for one grid only, and it could
// not tell two slips made together.
#pragma once

#include "analytics/exercises.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace analytics {

/// A step gone wrong.
struct Slip {
    std::string name;   ///< stable, for programs: "halo-forgotten"
    std::string clause; ///< with this question's numbers, after "comes out when"
};

/// Which steps of one working go wrong, and which could.
class Turns {
public:
    /// Every step right.
    Turns() = default;

    /// The steps with these names wrong.
    explicit Turns(std::set<std::string> taken) : taken_(std::move(taken)) {}

    /// Asked at each step: whether this one goes wrong. Notes it as one that could.
    bool wrong(std::string_view name, const std::string& clause);

    /// The steps asked about, in order, each once.
    [[nodiscard]] const std::vector<Slip>& met() const { return met_; }

private:
    std::set<std::string> taken_;
    std::vector<Slip> met_;
};

/// The answer to an exercise of these sizes with the wrong turns taken: without any, the right one.
/// 1b counts a thread for each cell, 1c and 1d the least sufficient blocks, 2c multiplications and
/// additions for each byte loaded. Throws BadInput or Overflow where the turns lead nowhere.
[[nodiscard]] Rational worked(std::string_view id, const ExerciseSizes& sizes, Turns& turns);

/// Exercise 1 and exercise 2 alone, by the part's letter.
[[nodiscard]] Rational worked_sweep(char part, const ExerciseSizes& sizes, Turns& turns);
[[nodiscard]] Rational worked_tile(char part, const ExerciseSizes& sizes, Turns& turns);

/// The order that a working uses: the stencil's, or 1 by a slip where that is another.
[[nodiscard]] int worked_order(const ExerciseSizes& sizes, Turns& turns);

} // namespace analytics

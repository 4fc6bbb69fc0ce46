// What may have made an output wrong, as something that can be computed and held against it.
#pragma once

#include "checker/diagnosis/hypotheses/formula.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct Hypothesis {
    std::string id;       ///< stable, part of the JSON contract: "coefficients-exchanged"
    std::string key;      ///< which of its kind, the same on every grid: "3 4"
    std::string sentence; ///< goes on after "every wrong cell": "equals the sweep with ..."
    std::string hint;     ///< what to look at
    /// What the cell holds if the hypothesis is true; nothing where it does not speak of the cell.
    std::function<std::optional<Prediction>(const Cell&)> predict;
    bool fits_right_cells = false; ///< whatever they hold: that they fit says nothing
};

/// Each returns the hypotheses of its kind that make sense on this run, the simplest first, and
/// refers to the run as long as they live. Of those that explain an output equally well the first
/// is told, in the order of registry.cpp.
using HypothesisMaker = std::vector<Hypothesis> (*)(const Run&);

/// All kinds, in the order in which they are told.
[[nodiscard]] std::vector<Hypothesis> all_hypotheses(const Run& run);

} // namespace kit

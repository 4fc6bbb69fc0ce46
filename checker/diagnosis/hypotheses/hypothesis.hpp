// What may have made an output wrong, as something that can be computed and compared with it.
#pragma once

#include "checker/diagnosis/hypotheses/formula.hpp"
#include "checker/model/error_picture.hpp"
#include "checker/model/finding.hpp"

#include <cstdint>
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
    /// What the cell holds if the hypothesis is true; nothing if it says nothing about the cell.
    std::function<std::optional<Prediction>(const Cell&)> predict;
    bool fits_right_cells = false; ///< it always does, so that a fit is no evidence
};

// Each function below returns the hypotheses of its kind that make sense on this run, the simplest
// first. They refer to the run, which must outlive them.

/// Two coefficients exchanged, one in another's place, all moved on by one, two axes exchanged.
[[nodiscard]] std::vector<Hypothesis> coefficients_mistaken(const Run& run);

/// Terms left out, added twice, or with the wrong sign.
[[nodiscard]] std::vector<Hypothesis> terms_miscounted(const Run& run);

/// One term reads the wrong cell.
[[nodiscard]] std::vector<Hypothesis> neighbour_mistaken(const Run& run);

/// The coefficients or the result truncated to whole numbers.
[[nodiscard]] std::vector<Hypothesis> numbers_truncated(const Run& run);

/// A square or a clamp left out, or float's precision where the lab asks for double's.
[[nodiscard]] std::vector<Hypothesis> result_unfinished(const Run& run);

/// The output equals the input, or 0.
[[nodiscard]] std::vector<Hypothesis> output_is_plain(const Run& run);

/// Every result is stored some cells away from its place.
[[nodiscard]] std::vector<Hypothesis> output_shifted(const Run& run);

/// The axes exchanged in the index of the input or the output, or rows of another axis's length.
[[nodiscard]] std::vector<Hypothesis> grid_transposed(const Run& run);

/// At the border: kept cells computed, or a rule other than the lab's.
[[nodiscard]] std::vector<Hypothesis> boundary_mistaken(const Run& run);

/// One-sided coefficients taken from the set of another place.
[[nodiscard]] std::vector<Hypothesis> place_mistaken(const Run& run);

/// Cells beyond a block's tile taken as 0, or from the tile's edge or another plane.
[[nodiscard]] std::vector<Hypothesis> halo_missing(const Run& run);

/// Some neighbours were already overwritten with their new values.
[[nodiscard]] std::vector<Hypothesis> updated_in_place(const Run& run);

/// More or fewer sweeps than the lab asks for.
[[nodiscard]] std::vector<Hypothesis> sweeps_miscounted(const Run& run);

/// All of them. If several explain an output equally well, the first in this order is reported.
[[nodiscard]] std::vector<Hypothesis> all_hypotheses(const Run& run);

/// The cells that are wrong, in memory order.
[[nodiscard]] std::vector<std::int64_t> wrong_cells(const ErrorMap& errors);

/// Whether the hypothesis predicts what the output holds in all of these cells. Never-written cells
/// and NaNs match none.
[[nodiscard]] bool matches(const Hypothesis& hypothesis, const Run& run,
                           const std::vector<std::int64_t>& cells);

/// The hypotheses that match every cell with a wrong value. Those that also predict the right cells, a
/// sample of them, come first and are marked `whole_grid`. Empty if a cell is NaN.
[[nodiscard]] std::vector<Explanation> explain(const Run& run, const ErrorMap& errors);

/// "block-count-short": the never-written cells are exactly those that no block of the launch reaches,
/// in one of the ways in which blocks can lie on the grid.
[[nodiscard]] std::optional<Explanation> explain_unreached(const Run& run, const ErrorMap& errors);

} // namespace kit

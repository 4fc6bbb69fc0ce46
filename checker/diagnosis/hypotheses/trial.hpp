// Holds hypotheses against an output: only one that matches every wrong cell is worth a word.
#pragma once

#include "checker/diagnosis/hypotheses/hypothesis.hpp"
#include "checker/model/error_map.hpp"
#include "checker/model/finding.hpp"

#include <cstdint>
#include <vector>

namespace kit {

/// The cells that are wrong, in memory order.
[[nodiscard]] std::vector<std::int64_t> wrong_cells(const ErrorMap& errors);

/// Whether the hypothesis predicts what the output holds in all of these cells. Never-written cells
/// and NaNs match none.
[[nodiscard]] bool matches(const Hypothesis& hypothesis, const Run& run,
                           const std::vector<std::int64_t>& cells);

/// The hypotheses that match every cell with a wrong value; those that also predict the right cells (a
/// sample of them) come first, and are so marked. Empty where a cell is NaN.
[[nodiscard]] std::vector<Explanation> explain(const Run& run, const ErrorMap& errors);

} // namespace kit

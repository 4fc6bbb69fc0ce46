// Cells that no block reaches.
#pragma once

#include "checker/diagnosis/hypotheses/run.hpp"
#include "checker/model/error_map.hpp"
#include "checker/model/finding.hpp"

#include <optional>

namespace kit {

/// "block-count-short": the never-written cells are exactly those that lie beyond the launch's blocks,
/// in one of the ways in which these can lie on the grid.
[[nodiscard]] std::optional<Explanation> explain_unreached(const Run& run, const ErrorMap& errors);

} // namespace kit

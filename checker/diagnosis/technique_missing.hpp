// A right output that was not reached the way the lab teaches.
#pragma once

#include "checker/diagnosis/evidence.hpp"
#include "checker/model/finding.hpp"

#include <optional>

namespace kit {

/// Holds the counted loads and shared bytes against what the lab's kernel family needs. Speaks only
/// of right outputs, on grids large enough for the family's tiles to matter.
[[nodiscard]] std::optional<Finding> diagnose_technique_missing(const Evidence& evidence);

} // namespace kit

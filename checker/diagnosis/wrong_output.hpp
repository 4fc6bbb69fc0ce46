// The output is not what the stencil gives: how many cells, of what sort, and the first of them.
#pragma once

#include "checker/diagnosis/evidence.hpp"

namespace kit {

/// Says what was seen and names the case it speaks of, so that the sentence stays true when the
/// findings of several cases become one. Guesses no cause.
[[nodiscard]] std::optional<Finding> diagnose_wrong_output(const Evidence& evidence);

} // namespace kit

// The output is not what the stencil gives: how many cells, of what sort, where, and what would
// explain them all.
#pragma once

#include "checker/diagnosis/evidence.hpp"

namespace kit {

/// Says what was seen and names the case it speaks of, so that the sentence stays true when the
/// findings of several cases become one. What explains the wrong cells is kept beside the message,
/// for tell_explanation().
[[nodiscard]] std::optional<Finding> diagnose_wrong_output(const Evidence& evidence);

/// Once a wrong_output finding speaks of all its cases: adds the best explanation that is left to
/// its message. Without one the message stays with what was seen: no guess.
void tell_explanation(Finding& finding);

} // namespace kit

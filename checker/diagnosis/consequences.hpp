// One mistake, one finding first: what may go away with it is put under it.
#pragma once

#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

/// Sets `follows` of findings that an earlier error of the same cases may have caused: of a shared
/// array's uninitialized reads, races and overruns those after the first; of a wrong output after any
/// wrong access, unless what explains its cells is a mistake in the formula, which no access causes.
/// Merged findings, in the order they are reported in.
void mark_consequences(std::vector<Finding>& findings);

} // namespace kit

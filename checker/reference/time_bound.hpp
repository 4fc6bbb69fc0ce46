// The roofline's least time of a lab's sweep on a GPU of the data file.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>

namespace kit {

/// Throws UsageError on a GPU that the data file does not have or whose figures do not suffice, and
/// where the grid has nothing to compute.
[[nodiscard]] TimeBound time_bound(const Lab& lab, const Extents& extents, const std::string& gpu);

} // namespace kit

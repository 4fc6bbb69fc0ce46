// Which coordinate of a thread leads an access outside of the grid.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <string>

namespace kit {

/// Whether all that is said of an access outside of a global array is what is said of any: that it needs a guard.
[[nodiscard]] bool says_guard_alone(const Finding& access);

/// A sentence on the first coordinate in the access's index that lies outside of the grid, with the comparison that
/// lets it through, or that none asks for this end. `access`: out of bounds of a global array, as it is on this grid.
/// Empty where the text does not tell, or all coordinates lie on the grid.
[[nodiscard]] std::string coordinate_outside(const Finding& access, const Lab& lab,
                                             const SubmissionFile& submission,
                                             const Extents& extents, const LaunchShape& launch);

} // namespace kit

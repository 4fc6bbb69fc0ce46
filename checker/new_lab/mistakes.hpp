// Mistakes that novices make, put into a lab's solution by its text: a check that does not see them is a gap in the
// lab's grids or demands.
#pragma once

#include "checker/model/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Mistake {
    std::string what; ///< "without the barrier in line 61"
    std::string text; ///< the whole kernel.cu
    /// What a report may begin with; wrong output is said where none of the others is.
    std::vector<FindingKind> kinds;
};

/// Each barrier left out; two coefficients exchanged; a row's length taken for another's, or one cell short; each bound
/// of a condition one cell further out; one block too few. In the marked parts only.
[[nodiscard]] std::vector<Mistake> mistakes_in(const std::string& solution);

} // namespace kit

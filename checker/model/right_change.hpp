// A small change that was tried on a wrong kernel, and with which it is right.
#pragma once

#include "checker/model/finding.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace kit {

struct RightChange {
    std::vector<SourceLine> lines; ///< never empty; several: a change of one of them is enough
    std::string what;              ///< where, but not into what: "another name than 'n' in line 12"
    std::size_t grids = 0; ///< that the changed kernel is right on: all on which it was tried
};

} // namespace kit

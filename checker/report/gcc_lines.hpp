// Findings as compilers write them, for editors to jump to.
#pragma once

#include "checker/model/verdict.hpp"

#include <string>

namespace kit {

/// "FILE:LINE:COLUMN: error: message [race-shared]" for each finding, and as notes below it its other lines and its
/// hint; then the verdict in a line of its own. A finding without a line is at the file's first; a column that is not
/// known is 1. `file`: as the check was given it.
[[nodiscard]] std::string gcc_lines(const CheckResult& result, const std::string& file);

} // namespace kit

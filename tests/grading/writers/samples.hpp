// Every writer's text of one class, for golden files and for the programs that read the formats.
#pragma once

#include "checker/grading/model/graded_class.hpp"

#include <vector>

namespace kit::fixtures {

/// small_class() by every writer; what is written for each student is named with its number.
[[nodiscard]] std::vector<WrittenFile> samples();

} // namespace kit::fixtures

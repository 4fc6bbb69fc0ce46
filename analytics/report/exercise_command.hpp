// The command that derives an exercise of these sizes, for reports that send a reader to it.
#pragma once

#include "analytics/exercises.hpp"

#include <string>

namespace analytics {

/// "./lab analytics exercises 1c --grid 122": sizes that are the course's are left out.
[[nodiscard]] std::string exercise_command(const std::string& id, const ExerciseSizes& sizes);

} // namespace analytics

// Sizes that no text answers, the same for everyone with the same seed.
#pragma once

#include "analytics/answers/exercises.hpp"

#include <cstdint>

namespace kit {

/// Sizes of all exercises for this seed, the same on every machine. Of several draws it takes the one
/// in which the most slips change the answer, so that nobody is right by luck. All blocks are within
/// CUDA's limits. Never throws.
[[nodiscard]] ExerciseSizes fresh_sizes(std::uint64_t seed);

} // namespace kit

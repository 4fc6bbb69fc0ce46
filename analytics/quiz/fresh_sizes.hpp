// Sizes that no text answers, the same for everyone with the same seed.
#pragma once

#include "analytics/exercises.hpp"

#include <cstdint>

namespace analytics {

/// Sizes of all exercises that this seed stands for, on every machine: of several draws the one of
/// which most slips change the answer, so that a right answer is no luck. All kernels fit in a block
/// of CUDA. Never throws.
[[nodiscard]] ExerciseSizes fresh_sizes(std::uint64_t seed);

} // namespace analytics

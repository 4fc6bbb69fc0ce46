// What a reader should know of a launch besides its figures: block counts that differ, and a tile
// that is too large.
#pragma once

#include "analytics/traffic.hpp"

#include <string>
#include <vector>

namespace analytics {

/// A whole sentence for each axis, or group of axes alike, along which the two counts differ; none
/// where they agree. `counts` are those of the model.
[[nodiscard]] std::vector<std::string> block_count_notes(const KernelModel& model,
                                                         const Traffic& counts);

/// A whole sentence where a block needs over 48 KB of shared memory; empty where it does not.
[[nodiscard]] std::string shared_memory_note(const Traffic& counts);

} // namespace analytics

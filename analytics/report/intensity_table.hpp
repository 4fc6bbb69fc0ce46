// A kernel's operations for each byte, by all conventions that texts use.
#pragma once

#include "analytics/report/table.hpp"
#include "analytics/traffic.hpp"

namespace analytics {

/// The table "ops_per_byte": of a block, of the launch and of the upper bound, with 2p − 1 and 2p
/// operations for each point, over the bytes loaded alone and with those stored. `counts` are those
/// of the model.
[[nodiscard]] Table intensity_table(const KernelModel& model, const Traffic& counts);

} // namespace analytics

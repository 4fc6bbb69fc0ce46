// The counters that analytics computes for a lab's kernel family, to stand beside the counted ones.
#pragma once

#include "checker/model/counters.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

namespace kit {

/// Predicted for the family of the lab and the block that was launched; the grid of blocks is the
/// family's own, not the launch's. Fields stay absent where lab.toml names no family, where the
/// launched block is none that the family could have, and where the lab's boundary rule is none that
/// the family is counted with: all but basic and shared-1d keep the boundary, and none has the rule
/// "zero".
[[nodiscard]] PredictedCounters predict_counters(const Lab& lab, const Extents& extents,
                                                 const LaunchShape& launch);

/// Operations that the lab's sweep takes: (2p − 1) for each computed point of p terms, points that
/// the boundary rule keeps left out. What is done to the sum afterwards is not counted.
[[nodiscard]] std::uint64_t sweep_operations(const Lab& lab, const Extents& extents);

} // namespace kit

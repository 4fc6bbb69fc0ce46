// In labs with one axis: how a thread's cells lie, and how far behind those of the thread before it.
#pragma once

#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/stores.hpp"

#include <string>
#include <vector>

namespace kit {

/// A sentence on the first of threadIdx.x to blockIdx.z by which the cells go on too far, or not far enough; else on
/// last cells that are too few for one thread more. Empty if threads do not take cells by equal steps, or well.
[[nodiscard]] std::string mistaken_step(const RecordedLaunch& recorded,
                                        const std::vector<Store>& stores);

} // namespace kit

// In labs with one axis: how far a thread's cells lie behind those of the thread before it.
#pragma once

#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/stores.hpp"

#include <string>
#include <vector>

namespace kit {

/// A sentence on the first of threadIdx.x to blockIdx.z by which the cells go on too far, or not far enough. Empty if
/// all advance by as many cells as what they count computes, or threads do not take cells by equal steps.
[[nodiscard]] std::string mistaken_step(const RecordedLaunch& recorded,
                                        const std::vector<Store>& stores);

} // namespace kit

// Clocks, temperature and throttling of the GPU, from NVIDIA's management library where there is
// one.
#pragma once

#include "checker/model/timing.hpp"

namespace kit::gpu {

/// Of the first GPU, now. Empty where libnvidia-ml.so.1 is missing or silent.
[[nodiscard]] GpuState gpu_state();

} // namespace kit::gpu

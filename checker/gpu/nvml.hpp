// Clocks, temperature and throttling of the GPU, from NVIDIA's management library where there is
// one.
#pragma once

#include "checker/model/timing.hpp"

#include <string>

namespace kit::gpu {

/// Of the GPU with this PCI bus id ("0000:1B:00.0"), now: the two libraries number GPUs differently.
/// Empty where libnvidia-ml.so.1 is missing or silent.
[[nodiscard]] GpuState gpu_state(const std::string& bus_id);

} // namespace kit::gpu

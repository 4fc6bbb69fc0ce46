// Times series of sweeps on several GPUs, and on one of them, in turns.
#pragma once

#include "checker/gpu/runner/measure.hpp"
#include "checker/gpu/runner/slab_run.hpp"
#include "checker/model/timing.hpp"

#include <string>
#include <vector>

namespace kit {

/// A kernel's machine code, and its launches: for one GPU, for all of them, and for all of them on the larger grid.
struct ScalingKernel {
    std::vector<char> cubin;
    std::string entry;
    LaunchShape one;
    LaunchShape strong;
    LaunchShape weak;
};

/// Measures on a cube, with all GPUs of the group. Throws WrongLaunch, LaunchRefused, DeviceTimeout, DeviceError.
[[nodiscard]] Scaling measure_scaling(const Driver& driver, Device& first, KitModule& kit,
                                      const Lab& lab, int gpus, const ScalingKernel& kernel,
                                      const MeasurePlan& plan);

} // namespace kit

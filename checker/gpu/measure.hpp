// One measurement: a submission, a copy and the basic kernel in turns, until their medians settle.
#pragma once

#include "checker/gpu/stopwatch.hpp"
#include "checker/gpu/submission.hpp"
#include "checker/model/timing.hpp"

#include <cstdint>

namespace kit::gpu {

struct MeasurePlan {
    Extents extents;
    std::uint64_t seed = 0;      ///< of the first launch; every other has one of its own
    double launch_deadline = 10; ///< seconds
    double most_seconds = 20;    ///< of measuring; then what there is must do
    std::size_t most_rounds = 300;
};

/// `baseline` may be null. The kernels take turns in every round, so that a clock that moves moves
/// for all. Throws as Stopwatch::time() does.
[[nodiscard]] Timing measure(Device& device, KitModule& kit, CaseMemory& memory, const Lab& lab,
                             Submission& submission, Submission* baseline, const MeasurePlan& plan);

} // namespace kit::gpu

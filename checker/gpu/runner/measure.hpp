// Times launches on fresh data and checks what they leave: there is no time without a right result.
// A series of launches, each on what the one before it left, is checked at its end.
#pragma once

#include "checker/gpu/runner/case_memory.hpp"
#include "checker/gpu/runner/device.hpp"
#include "checker/gpu/runner/submission.hpp"
#include "checker/model/timing.hpp"

#include <cstdint>
#include <stdexcept>

namespace kit {

/// A timed launch that left something wrong.
struct WrongLaunch : std::runtime_error {
    WrongLaunch(const std::string& sentence, const LaunchCheck& check_)
        : std::runtime_error(sentence), check(check_) {}

    LaunchCheck check;
};

/// One measurement: a submission, a copy and the basic kernel in turns, until their medians settle.
struct MeasurePlan {
    Extents extents;
    std::uint64_t seed = 0;      ///< every launch gets its own seed, drawn from this one
    double launch_deadline = 10; ///< seconds
    double most_seconds = 20;    ///< of measuring; then the times so far are used
    std::size_t most_rounds = 300;
};

/// `baseline` may be null. The kernels take turns in every round, so that a change of the GPU's clock
/// rate meets all of them. Throws WrongLaunch, DeviceTimeout, DeviceError.
[[nodiscard]] Timing measure(Device& device, KitModule& kit, CaseMemory& memory, const Lab& lab,
                             Submission& submission, Submission* baseline, const MeasurePlan& plan);

} // namespace kit

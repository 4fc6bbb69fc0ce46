// Times launches on fresh data and checks what they leave: there is no time without a right result.
// Of a series of launches, each on what the one before it left, the end is checked.
#pragma once

#include "checker/gpu/runner/case_memory.hpp"
#include "checker/gpu/runner/device.hpp"
#include "checker/gpu/runner/submission.hpp"
#include "checker/model/timing.hpp"

#include <cstdint>
#include <functional>
#include <stdexcept>

namespace kit {

/// A timed launch that left something wrong.
struct WrongLaunch : std::runtime_error {
    WrongLaunch(const std::string& sentence, const LaunchCheck& check_)
        : std::runtime_error(sentence), check(check_) {}

    LaunchCheck check;
};

enum class Cache { cold, hot };

/// What is timed: `prepare` is called once the case is drawn, `launch` while the clock runs.
struct Timed {
    std::function<void()> prepare;
    std::function<void()> launch;
    int sweeps = 1; ///< that the output must show; 0: a copy, which is not checked
};

class Stopwatch {
public:
    /// `deadline` in seconds is for one launch.
    Stopwatch(Device& device, KitModule& kit, CaseMemory& memory, double deadline);

    /// Seconds of one launch on data of this seed. Throws WrongLaunch, DeviceTimeout, DeviceError.
    [[nodiscard]] double time(const Timed& timed, Cache cache, std::uint64_t seed);

    /// Seconds of one launch of a series: a graph of `launches`, an even number, back and forth.
    /// `prepare` returns the graph for the coefficients that were just drawn. The graph runs twice, once
    /// before the clock starts, and the result of all its launches is checked.
    [[nodiscard]] double time_series(const std::function<Handle()>& prepare, int launches,
                                     std::uint64_t seed);

    /// Seconds between the events around a kernel that does nothing.
    [[nodiscard]] double time_empty();

private:
    [[nodiscard]] double between_events(const std::function<void()>& launch);

    Device& device_;
    KitModule& kit_;
    CaseMemory& memory_;
    double deadline_;
    std::uint64_t flush_bytes_;
    Address flush_;
    Address sink_;
    Handle begin_;
    Handle end_;
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
/// rate meets all of them. Throws as Stopwatch::time() does.
[[nodiscard]] Timing measure(Device& device, KitModule& kit, CaseMemory& memory, const Lab& lab,
                             Submission& submission, Submission* baseline, const MeasurePlan& plan);

} // namespace kit

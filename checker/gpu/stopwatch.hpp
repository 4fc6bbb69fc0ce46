// Times launches on fresh data and checks what they leave: there is no time without a right result.
// Of a series of launches, each on what the one before it left, it is the end that is checked.
#pragma once

#include "checker/gpu/case_memory.hpp"
#include "checker/gpu/device.hpp"
#include "checker/gpu/kit_module.hpp"

#include <cstdint>
#include <functional>
#include <stdexcept>

namespace kit::gpu {

/// A timed launch that left something wrong.
struct WrongLaunch : std::runtime_error {
    WrongLaunch(const std::string& sentence, const LaunchCheck& check_)
        : std::runtime_error(sentence), check(check_) {}

    LaunchCheck check;
};

enum class Cache { cold, hot };

/// What is timed: called once with the case drawn, outside the time, and once inside it.
struct Timed {
    std::function<void()> prepare;
    std::function<void()> launch;
    int sweeps = 1; ///< that the output is checked for; 0: a copy, which is not
};

class Stopwatch {
public:
    /// `deadline` in seconds is for one launch.
    Stopwatch(Device& device, KitModule& kit, CaseMemory& memory, double deadline);

    /// Seconds of one launch on data of this seed. Throws WrongLaunch, DeviceTimeout, DeviceError.
    [[nodiscard]] double time(const Timed& timed, Cache cache, std::uint64_t seed);

    /// Seconds of one launch of a series: a graph of `launches`, an even number, there and back.
    /// `prepare` makes the graph ready for the coefficients that were just drawn. It runs twice, once
    /// before the time, and what all the launches come to is checked.
    [[nodiscard]] double time_series(const std::function<Handle()>& prepare, int launches,
                                     std::uint64_t seed);

    /// Seconds that the events show between them for a kernel that does nothing.
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

} // namespace kit::gpu

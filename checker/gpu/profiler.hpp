// What the hardware counts of a launch, read with Nsight Compute.
#pragma once

#include "checker/gpu/protocol.hpp"
#include "checker/model/counters.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kit::gpu {

/// The metrics, by the names of Nsight Compute; tests/records/README.md says which figure is which.
[[nodiscard]] std::string profiler_metrics();

/// The figures in the CSV that ncu prints; nothing where they are not all there. Figures that the
/// hardware does not count stay 0.
[[nodiscard]] std::optional<Counters> counters_from_profiler(std::string_view printed);

struct Profile {
    std::optional<Counters> counters;
    std::string missing; ///< why there are none, one sentence
};

/// Runs the request, one judged job of this kernel, under ncu.
[[nodiscard]] Profile profile(const RunnerRequest& request, const std::string& kernel);

} // namespace kit::gpu

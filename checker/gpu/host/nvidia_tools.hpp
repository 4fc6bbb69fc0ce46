// The submission under NVIDIA's tools: compute-sanitizer's reports as findings, and the hardware's
// counters as Nsight Compute reads them.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/gpu/protocol.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/observation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// memcheck, racecheck, initcheck, synccheck: each needs its own run.
[[nodiscard]] const std::vector<std::string>& sanitizer_tools();

/// Findings in what a tool printed: one for each kind of error and line of the submission, with how
/// often it was reported.
[[nodiscard]] std::vector<Finding> findings_from_sanitizer(const std::string& tool,
                                                           std::string_view printed,
                                                           const SubmissionFile& submission);

struct SanitizerReport {
    std::vector<Finding> findings;
    std::string missing; ///< why a tool did not run, one sentence; empty if all ran
};

/// Runs the request, one judged job, under every tool. `missing` names a tool that is not installed or
/// refuses the device.
[[nodiscard]] SanitizerReport sanitize(const RunnerRequest& request,
                                       const SubmissionFile& submission);

/// The metrics' names in Nsight Compute; tests/records/README.md says which counter is which.
[[nodiscard]] std::string profiler_metrics();

/// The counters in the CSV that ncu prints; nothing if one is missing. Those that the hardware does not
/// count stay 0.
[[nodiscard]] std::optional<Counters> counters_from_profiler(std::string_view printed);

struct Profile {
    std::optional<Counters> counters;
    std::string missing; ///< why there are no counters, one sentence
};

/// Runs the request, one judged job of this kernel, under ncu.
[[nodiscard]] Profile profile(const RunnerRequest& request, const std::string& kernel);

} // namespace kit

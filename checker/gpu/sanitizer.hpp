// What compute-sanitizer says of a kernel, as findings.
#pragma once

#include "checker/build/submission_file.hpp"
#include "checker/gpu/protocol.hpp"
#include "checker/model/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit::gpu {

/// memcheck, racecheck, initcheck, synccheck: each is a run of its own.
[[nodiscard]] const std::vector<std::string>& sanitizer_tools();

/// Findings in what a tool printed: one for each kind of error and line of the submission, with how
/// often it was reported.
[[nodiscard]] std::vector<Finding> findings_from_sanitizer(const std::string& tool,
                                                           std::string_view printed,
                                                           const SubmissionFile& submission);

struct SanitizerReport {
    std::vector<Finding> findings;
    std::string missing; ///< why a tool did not run, one sentence; empty: all ran
};

/// Runs the request, one judged job, under every tool. A tool that is missing or refuses the device
/// is said in `missing`.
[[nodiscard]] SanitizerReport sanitize(const RunnerRequest& request,
                                       const SubmissionFile& submission);

} // namespace kit::gpu

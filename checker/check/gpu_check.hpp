// Judges and times a submission on the machine's GPU.
#pragma once

#include "checker/check/gpu_backend.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/timing.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/status_line.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

struct GpuCheckRequest {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::vector<Extents> cases;
    std::optional<Extents> timed; ///< absent: time nothing
    std::uint64_t seed = 0;
    bool sanitize = false; ///< also run compute-sanitizer's tools
    bool profile = false;  ///< also read the hardware's counters, on the timed grid
};

struct GpuCheckResult {
    std::vector<CaseResult> cases; ///< of those that ran, in order
    std::vector<Finding> findings;
    std::optional<Timing> timing;
    std::optional<Scaling> scaling; ///< instead, of a lab for several GPUs
    std::string no_timing;          ///< why there is no timing
    std::optional<Counters> hardware;
    std::vector<std::string> not_done; ///< what other tools could not do, and why
};

/// `artifact` is the submission built for the emulator, which evaluates launch_config() so that no
/// student's host code runs in the process that holds the GPU. Throws KitError if the kit or the
/// machine fails.
[[nodiscard]] GpuCheckResult check_on_gpu(const Lab& lab, const GpuBackend& backend,
                                          const SubmissionFile& submission,
                                          const Artifact& artifact, const GpuCheckRequest& request,
                                          StatusLine& status);

} // namespace kit

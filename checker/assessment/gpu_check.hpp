// A submission on the machine's GPU: every case judged there, and its time.
#pragma once

#include "checker/build/emulator_build.hpp"
#include "checker/build/submission_file.hpp"
#include "checker/gpu/device.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/timing.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/progress.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A GPU that can be used: its facts and the compiler for it.
struct GpuBackend {
    gpu::DeviceFacts device;
    std::filesystem::path nvcc;

    [[nodiscard]] std::string architecture() const; ///< "sm_90"
};

/// The machine's, or nothing and in `why` what is missing.
[[nodiscard]] std::optional<GpuBackend> find_gpu_backend(std::string& why);

struct GpuCheckRequest {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::vector<Extents> cases;
    std::optional<Extents> timed; ///< absent: nothing is timed
    std::uint64_t seed = 0;
    bool sanitize = false; ///< also under compute-sanitizer's tools
    bool profile = false;  ///< also the hardware's counters, of the timed grid
};

struct GpuCheckResult {
    std::vector<CaseResult> cases; ///< of those that ran, in order
    std::vector<Finding> findings;
    std::optional<Timing> timing;
    std::string no_timing; ///< why there is none
    std::optional<Counters> hardware;
    std::vector<std::string> not_done; ///< what other tools could not do, and why
};

/// Judges and times. `artifact` is the submission built for the emulator, which evaluates its
/// launch_config: no host code of a student's runs in the process that holds the GPU. Throws KitError
/// where the kit or the machine fails.
[[nodiscard]] GpuCheckResult check_on_gpu(const Lab& lab, const GpuBackend& backend,
                                          const SubmissionFile& submission,
                                          const Artifact& artifact, const GpuCheckRequest& request,
                                          Progress& progress);

} // namespace kit

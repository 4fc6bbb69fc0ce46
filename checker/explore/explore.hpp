// Runs one kernel at one choice of sizes: its traffic, counted, and its time if there is a GPU.
#pragma once

#include "checker/check/gpu_check.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/timing.hpp"
#include "checker/model/verdict.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace kit {

/// One choice of sizes.
struct Setting {
    std::optional<int> block; ///< value of the lab's block constant; absent: as in the file
    Element element = Element::float32;
    std::optional<int> radius; ///< of a lab with variants
    Extents extents;
};

/// The kernel's run at a setting.
struct Explored {
    Setting setting;
    std::optional<TrafficResult> traffic; ///< absent if the kernel did not finish
    bool right = false;
    std::string problem;             ///< message of the first error; empty if there is none
    std::optional<TimeSummary> time; ///< of right kernels on a GPU, cold cache
};

/// What all runs of an exploration share.
struct Exploration {
    std::filesystem::path root;    ///< folder of labs/ and solutions/
    std::optional<GpuBackend> gpu; ///< absent: traffic only
    std::string no_gpu;            ///< why there is no GPU; empty if the user wanted none
};

/// The lab for this element and radius, with this grid as its only case.
[[nodiscard]] Lab lab_at(const Lab& lab, const Setting& setting);

/// The file with `constexpr int NAME = <number>;` set to `value`; lines stay where they are. Throws
/// UsageError if the file has no such line.
[[nodiscard]] SubmissionFile with_constant(SubmissionFile file, const std::string& name, int value);

/// Builds, runs and judges the file in the emulator, and times it on the GPU. Throws KitError if the
/// kit or the machine fails, and UsageError if the file has no block constant to set.
[[nodiscard]] Explored explore(const Lab& lab, const SubmissionFile& file, const Setting& setting,
                               const Exploration& exploration, std::uint64_t seed,
                               StatusLine& status);

} // namespace kit

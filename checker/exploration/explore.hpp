// A kernel run at one size after another: what each costs, counted, and timed where there is a GPU.
#pragma once

#include "checker/assessment/gpu_check.hpp"
#include "checker/build/submission_file.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/timing.hpp"
#include "checker/model/verdict.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// One choice of sizes.
struct Setting {
    std::optional<int> block; ///< of the lab's block constant; absent: as the file has it
    Element element = Element::float32;
    std::optional<int> radius; ///< of a lab with variants
    Extents extents;
};

/// What a kernel did there.
struct Explored {
    Setting setting;
    std::optional<TrafficResult> traffic; ///< absent where it did not run to its end
    bool right = false;
    std::string problem; ///< the first finding's message where it is not right; else empty
    std::optional<TimeSummary> time; ///< on a GPU, cold cache; of right kernels
    std::string no_time;             ///< why there is none, where one was tried
};

struct Exploration {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::uint64_t seed = 0;
    const GpuBackend* gpu = nullptr; ///< null: counted only
};

/// The lab for this element and radius, with this grid as its only case.
[[nodiscard]] Lab lab_at(const Lab& lab, const Setting& setting);

/// Builds, runs and judges the file at this setting, in the emulator, and times it on the GPU. Throws
/// KitError where kit or machine fail, and UsageError where the file cannot be set to the block.
[[nodiscard]] Explored explore(const Lab& lab, const SubmissionFile& file, const Setting& setting,
                               const Exploration& exploration, Progress& progress);

} // namespace kit

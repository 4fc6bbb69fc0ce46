// Builds a kernel from a string and runs it in the emulator: what the tests of the language share.
#pragma once

#include "checker/compile/emulator_build.hpp"
#include "checker/emulator/host/run.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace kit {

/// A lab with a kernel `k(const float* in, float* out, int n)` on n elements.
inline Lab trial_lab() {
    Lab lab;
    lab.id = "trial";
    lab.kernel = "k";
    lab.axes = 1;
    lab.arguments = {{"in", KernelArgument::Role::input},
                     {"out", KernelArgument::Role::output},
                     {"n", KernelArgument::Role::side}};
    lab.stencil.resize(3);
    lab.time_limit_seconds = 10;
    return lab;
}

struct Trial {
    BuildOutcome build;
    Observation observation;

    [[nodiscard]] std::vector<float> output() const {
        std::vector<float> values(observation.output.size() / sizeof(float));
        std::memcpy(values.data(), observation.output.data(), observation.output.size());
        return values;
    }

    [[nodiscard]] const Finding* finding(FindingKind kind) const {
        for (const auto& list : {&build.findings, &observation.findings}) {
            for (const Finding& finding : *list) {
                if (finding.kind == kind) {
                    return &finding;
                }
            }
        }
        return nullptr;
    }
};

/// The text with lab.cuh included on line 1; the kernel's own lines count from 2.
inline SubmissionFile trial_file(const std::string& text) {
    return {"kernel.cu", "#include \"lab.cuh\"\n" + text};
}

/// What cells of `out` hold before the launch.
constexpr float untouched = -1;

/// A body of launch_config: 64 threads.
inline const std::string one_block = "return {dim3(1), dim3(64)};";

/// in[i] = i, out[i] = untouched, coefficients 1, 2, 3; `config` is the body of launch_config.
inline Trial run_trial(const std::string& kernel, const std::string& config, int n = 64) {
    const Lab lab = trial_lab();
    const SubmissionFile file =
        trial_file(kernel + "\nLaunchConfig launch_config(int n) { " + config + " }\n");
    BuildCache cache(BuildCache::default_folder());
    Trial trial;
    trial.build = build_for_emulator(lab, file, find_host_compiler(), kit_files(), cache);
    if (!trial.build.artifact) {
        return trial;
    }
    std::vector<float> in(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < in.size(); ++i) {
        in[i] = static_cast<float>(i);
    }
    const std::vector<float> out(in.size(), untouched);
    const std::vector<double> coefficients{1, 2, 3};
    trial.observation = run_case(lab, *trial.build.artifact,
                                 {{n, 1, 1},
                                  std::as_bytes(std::span(in)),
                                  std::as_bytes(std::span(out)),
                                  coefficients,
                                  std::bit_cast<std::uint32_t>(untouched)},
                                 file);
    return trial;
}

} // namespace kit

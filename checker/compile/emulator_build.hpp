// A submission compiled for the emulator: from kernel.cu to a program that runs anywhere.
#pragma once

#include "checker/compile/cache.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/lab.hpp"

#include <filesystem>
#include <optional>

namespace kit {

/// Where the kit's own headers and libraries are.
struct KitFiles {
    std::filesystem::path labs_include;     ///< lab.cuh
    std::filesystem::path emulator_include; ///< cuda_runtime.h for the emulator
    std::filesystem::path anchor_library;   ///< linked before the submission
    std::filesystem::path runtime_library;  ///< linked after it
    std::filesystem::path instrument;       ///< kit-instrument
    std::filesystem::path instrument_code;  ///< the same, not linked: what its identity goes by
};

/// The files of the source and build folders that the kit was configured with.
KitFiles kit_files();

/// What makes the text no kernel.cu, or holds directives that no kernel needs: said before anything
/// is compiled.
std::optional<Finding> refuse_submission(const SubmissionFile& submission);

/// Compiles and links, or takes the program from the cache. Errors of the submission are findings;
/// throws KitError when there is no compiler or the disk fails.
BuildOutcome build_for_emulator(const Lab& lab, const SubmissionFile& submission,
                                const HostCompiler& compiler, const KitFiles& files,
                                BuildCache& cache);

/// The same for a program that is not kept: only the precompiled headers are of `cache`, and the rest is in `scratch`.
BuildOutcome build_in_scratch(const Lab& lab, const SubmissionFile& submission,
                              const HostCompiler& compiler, const KitFiles& files,
                              BuildCache& cache, BuildCache& scratch);

/// Everything that the program depends on, as text: equal ones give equal programs.
[[nodiscard]] std::string key_of_build(const Lab& lab, const SubmissionFile& submission,
                                       const HostCompiler& compiler, const KitFiles& files);

} // namespace kit

// A submission's object file.
#pragma once

#include "checker/compile/emulator_build.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

using Command = std::vector<std::string>;

constexpr const char* object_name = "submission.o";

/// Compute capabilities, as __CUDA_ARCH__ has them: nvcc compiles for the first; the second is the least of CUDA 13.
constexpr int newest_capability = 900;
constexpr int least_capability = 750;

/// What building one submission works with. Refers to all of it.
struct ObjectBuild {
    const Lab& lab;
    const SubmissionFile& submission;
    const HostCompiler& compiler;
    const KitFiles& files;
    const std::filesystem::path& folder; ///< where everything is written
    /// Where precompile_headers() left what it made; empty: headers are read as text.
    std::filesystem::path precompiled = {};
    int capability = newest_capability; ///< of the GPU that the device's side is compiled as for

    /// Runs a compiler or another tool on the submission, confined. Nothing when it succeeded, else what it
    /// said as findings. `said`: gets what it said. Throws KitError where the kit or the machine is at
    /// fault.
    [[nodiscard]] std::vector<Finding> run(Command command, std::string* said = nullptr) const;
};

/// Reads cuda_runtime.h for each side and keeps what the compiler then knows: reading it anew was half of
/// what compiling a kernel takes. False if the compiler cannot.
bool precompile_headers(const ObjectBuild& build);

/// What is known of an object that was made.
struct MadeObject {
    std::string said; ///< by the compiler
    /// Why the file's code for newest_capability could not be compiled, where that for least_capability was.
    std::optional<Finding> passed_over = {};
};

/// Makes object_name in the folder, which reports every access to the runtime, or returns why it cannot.
std::vector<Finding> make_object(const ObjectBuild& build, MadeObject& made);

} // namespace kit

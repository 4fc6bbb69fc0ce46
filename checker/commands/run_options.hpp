// What commands that run several kernels share: the GPU to time them on, and the form of their tables.
#pragma once

#include "checker/assessment/gpu_check.hpp"
#include "command_line/application.hpp"

#include <optional>
#include <string>

namespace kit {

struct RunOptions {
    std::string backend = "auto"; ///< "auto", "emulator", "gpu"
    std::string format = "text";  ///< analytics::format_named() knows it
};

/// Adds --backend and --format; the options must outlive the command.
void add_run_options(command_line::CommandBuilder& command, RunOptions& options);

/// The GPU that was asked for, if there is one; else in `why` what keeps times away, empty where
/// nobody asked. Throws KitError where a GPU was demanded.
[[nodiscard]] std::optional<GpuBackend> gpu_for(const RunOptions& options, std::string& why);

} // namespace kit

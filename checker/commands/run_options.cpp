#include "checker/commands/run_options.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

namespace kit {

void add_run_options(command_line::CommandBuilder& command, RunOptions& options) {
    command
        .add_option(
            "--backend", options.backend,
            "Where the kernels run; auto counts in the emulator and times where there is a GPU")
        .one_of({"auto", "emulator", "gpu"})
        .shows_default();
    command.add_option("--format", options.format, "Form of the table")
        .one_of({"text", "json", "csv", "markdown", "latex"})
        .shows_default();
}

std::optional<GpuBackend> gpu_for(const RunOptions& options, std::string& why) {
    if (options.backend == "emulator") {
        return std::nullopt;
    }
    std::optional<GpuBackend> gpu = find_gpu_backend(why);
    if (options.backend == "gpu" && !gpu) {
        throw KitError(fmt::format("--backend gpu needs a GPU: {}", why));
    }
    return gpu;
}

} // namespace kit

#include "checker/commands/run_options.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

namespace kit {

void add_run_options(CommandBuilder& command, RunOptions& options) {
    command
        .add_option("--backend", options.backend,
                    "Where the kernels run; auto counts in the emulator and times on the GPU, if "
                    "there is one")
        .one_of({"auto", "emulator", "gpu"})
        .shows_default();
    command.add_option("--format", options.format, "Form of the table")
        .one_of({"text", "json", "csv", "markdown", "latex"})
        .shows_default();
}

Exploration exploration_for(const RunOptions& options, const Session& session) {
    Exploration exploration;
    exploration.root = session.root;
    if (options.backend != "emulator") {
        exploration.gpu = find_gpu_backend(exploration.no_gpu);
        if (options.backend == "gpu" && !exploration.gpu) {
            throw KitError(fmt::format("--backend gpu needs a GPU: {}", exploration.no_gpu));
        }
    }
    return exploration;
}

} // namespace kit

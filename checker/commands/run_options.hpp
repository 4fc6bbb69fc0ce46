// The options of commands that run several kernels: where to run them, and the form of the table.
#pragma once

#include "checker/command_line/registry.hpp"
#include "checker/explore/explore.hpp"

#include <string>

namespace kit {

struct RunOptions {
    std::string backend = "auto"; ///< "auto", "emulator", "gpu"
    std::string format = "text";  ///< a name for format_named()
};

/// Adds --backend and --format; the options must outlive the command.
void add_run_options(CommandBuilder& command, RunOptions& options);

/// Looks for a GPU unless the emulator was chosen. Throws KitError if a GPU was demanded and there is
/// none.
[[nodiscard]] Exploration exploration_for(const RunOptions& options, const Session& session);

} // namespace kit

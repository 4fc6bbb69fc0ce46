// `gpus`: the GPUs that analytics knows, their limits and rates, and where each figure is from.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on a GPU or a format that there is not, std::runtime_error on a data file
/// that is wrong.
void add_gpus_command(command_line::CommandBuilder& app);

} // namespace analytics

// `compare`: the kernels that can do a sweep, side by side.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on sizes that no kernel can have.
void add_compare_command(command_line::CommandBuilder& app);

} // namespace analytics

// `sweep`: how a figure moves with one size, as a table and as a plot.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on unknown kernels and figures, on ranges that are none or too long, and where no size of the range makes a kernel.
void add_sweep_command(command_line::CommandBuilder& app);

} // namespace analytics

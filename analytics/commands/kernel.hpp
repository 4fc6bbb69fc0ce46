// `kernel`: every figure of one kernel with its formula, the numbers filled in.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on unknown kernels, on sizes that make none, and on an option that has no part in it.
void add_kernel_command(command_line::CommandBuilder& app);

} // namespace analytics

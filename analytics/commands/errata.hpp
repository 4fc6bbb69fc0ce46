// `errata`: where the texts of the course are wrong, and the command that shows it.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on a format that there is not.
void add_errata_command(command_line::CommandBuilder& app);

} // namespace analytics

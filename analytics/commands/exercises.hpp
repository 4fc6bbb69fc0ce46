// `exercises`: the chapter's exercises 1 and 2 with their derivations.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on an unknown exercise, on sizes that make none, and on an option that
/// has no part in the exercise asked for.
void add_exercises_command(command_line::CommandBuilder& app);

} // namespace analytics

// `chapter`: the chapters' other numbers, derived like the exercises.
#pragma once

namespace command_line {
class CommandBuilder;
}

namespace analytics {

/// Adds the command to `app`; it runs while the command line is parsed and prints to standard
/// output. Throws BadInput on an unknown topic, on sizes that make no kernel, and on an option that
/// has no part in the topic asked for.
void add_chapter_command(command_line::CommandBuilder& app);

} // namespace analytics

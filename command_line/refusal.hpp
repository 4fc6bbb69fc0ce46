// What is said to somebody whose command line was refused: one sentence with the word that was
// probably meant.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace command_line {

/// One sentence without a full stop: what is wrong, and what was meant or where help is.
/// `other_commands` are commands of the same name on the command line that `app` does not run itself.
[[nodiscard]] std::string refusal(const CLI::App& app, const CLI::ParseError& error,
                                  const std::vector<std::string>& other_commands = {});

} // namespace command_line

// All that ./lab runs as one definition: the checker's commands, and those of programs that it is not.
#pragma once

#include "command_line/application.hpp"
#include "command_line/definition.hpp"

#include <string>
#include <vector>

namespace kit {

/// The commands of `checker` and, beside them, those that the script hands to programs of their own.
[[nodiscard]] command_line::Command whole_definition(const command_line::CommandBuilder& checker);

/// The names of the latter, for who mistypes one.
[[nodiscard]] const std::vector<std::string>& other_programs();

} // namespace kit

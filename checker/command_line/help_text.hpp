// What `--help` prints, the same for all of the kit's programs.
#pragma once

#include "checker/command_line/definition.hpp"

#include <string>

namespace kit {

/// "./lab check [OPTIONS] LAB [FILE]". `path` is what is typed before the command's own words, the
/// command's name included.
[[nodiscard]] std::string synopsis(const Command& command, const std::string& path);

/// "--backend auto|emulator|gpu", "-h, --help".
[[nodiscard]] std::string shown(const Option& option);

/// The help, with the value's words behind it where neither it nor the value's name says them, and
/// with what holds where none is given.
[[nodiscard]] std::string described(const OptionValue& value, const std::string& help);
[[nodiscard]] std::string described(const Option& option);

/// Usage, commands, arguments, options and examples, in lines of at most 80 columns.
[[nodiscard]] std::string help_text(const Command& command, const std::string& path);

} // namespace kit

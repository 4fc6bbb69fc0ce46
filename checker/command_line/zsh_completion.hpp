// Completion for zsh, written from a definition.
#pragma once

#include "checker/command_line/definition.hpp"

#include <string>

namespace kit {

/// A script to be sourced, or kept as `_lab` in a folder of fpath. It completes as the one for bash
/// does (bash_completion.hpp), with the help beside each word. Needs zsh 5.
[[nodiscard]] std::string zsh_completion(const Command& program, const std::string& home);

} // namespace kit

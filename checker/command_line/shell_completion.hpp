// Completion for bash and for zsh, written from a definition.
#pragma once

#include "checker/command_line/definition.hpp"

#include <string>

namespace kit {

/// A script to be sourced. It completes the program's name however it is called - ./lab, a path, a
/// link or an alias - and starts no program at the prompt but readlink. Labs are the folders
/// labs/NN-topic beside the program that is being called, or below --root; where that cannot be
/// found out, below `home`. Needs bash 4.4.
[[nodiscard]] std::string bash_completion(const Command& program, const std::string& home);

/// A script to be sourced, or kept as `_lab` in a folder of fpath. It completes as the one for bash
/// does, with the help beside each word. Needs zsh 5.
[[nodiscard]] std::string zsh_completion(const Command& program, const std::string& home);

} // namespace kit

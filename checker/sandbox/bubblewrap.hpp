// The command that starts a program confined: bubblewrap makes the namespaces and the view of files.
#pragma once

#include "checker/sandbox/confinement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// bubblewrap's program, as root or the distribution installed it; never one from a folder of $PATH
/// that others may write to.
[[nodiscard]] std::optional<std::filesystem::path> find_bubblewrap();

/// `command`, to be run by bubblewrap: `directory` becomes confined_directory, also in the path of a
/// program that lies in it, and the file that it
/// inherits as `filter_file` holds the filter of system calls.
[[nodiscard]] std::vector<std::string> confined_command(const std::filesystem::path& bubblewrap,
                                                        const std::vector<std::string>& command,
                                                        const std::filesystem::path& directory,
                                                        const Confinement& confinement,
                                                        int filter_file);

} // namespace kit

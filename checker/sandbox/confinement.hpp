// What a program that nobody vouches for may see and do, and whether this machine can hold it to that.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// A view of the machine with the system's programs and libraries, what is named here, and nothing
/// else: no home, no other process, no network, no file that can be written but in the work folder.
struct Confinement {
    enum class Role {
        compiler, ///< starts processes, and writes in its work folder
        kernel,   ///< threads only, and opens files to read them only
    };

    Role role = Role::kernel;
    /// Files and folders that are shown where they are, read-only. What is not there is left out.
    std::vector<std::filesystem::path> readable = {};
};

/// Where the process's own folder, ProcessRequest::directory, is inside.
inline constexpr const char* confined_directory = "/submission";

/// Why programs run without their confinement here: one clause, "bubblewrap is not installed"; empty
/// where they are confined. Tried once, by starting a program in it; safe from any thread.
[[nodiscard]] const std::string& no_confinement();

} // namespace kit

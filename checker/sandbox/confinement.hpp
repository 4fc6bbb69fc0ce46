// Confines an untrusted program: says what it may see and do, and whether this machine can enforce it.
// bubblewrap makes the namespaces and the view of files; the kernel runs a filter on each system call.
#pragma once

#include "checker/base/descriptor.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A view of the machine with the system's programs and libraries, what is named here, and nothing
/// else: no home, no other process, no network, no file that can be written but in the work folder.
struct Confinement {
    enum class Role {
        compiler, ///< starts processes, and writes in its work folder
        kernel,   ///< copies of itself and threads only, and opens files to read them only
    };

    Role role = Role::kernel;
    /// Files and folders that are shown where they are, read-only. Missing ones are left out.
    std::vector<std::filesystem::path> readable = {};
};

/// Where the process's own folder, ProcessRequest::directory, is inside.
inline constexpr const char* confined_directory = "/submission";

/// Why programs are not confined here, as a clause ("bubblewrap is not installed"); empty if they
/// are. Tried once, by starting a program in it; safe from any thread.
[[nodiscard]] const std::string& no_confinement();

/// bubblewrap's program, from the system's folders or the bundle's: others may write to folders in $PATH.
[[nodiscard]] std::optional<std::filesystem::path> find_bubblewrap();

/// `command`, to be run by bubblewrap: `directory` becomes confined_directory, also in the path of a
/// program in it. The file that it inherits as `filter_file` holds the filter of system calls.
[[nodiscard]] std::vector<std::string> confined_command(const std::filesystem::path& bubblewrap,
                                                        const std::vector<std::string>& command,
                                                        const std::filesystem::path& directory,
                                                        const Confinement& confinement,
                                                        int filter_file);

/// A file in memory with the filter of this role, as seccomp(2) takes it, at its beginning.
/// Throws KitError where there is no memory for it.
///
/// A kernel's program gets a list of what it may call: threads, memory, clocks, files opened to be read, what is
/// printed, and what serves the runs; those have a narrower one (emulator/runtime/process_filter.hpp). A compiler gets
/// everything but what reaches other processes, the network, or the inside of the system's own kernel. What is not
/// allowed fails with EPERM.
[[nodiscard]] Descriptor open_system_call_filter(Confinement::Role role);

} // namespace kit

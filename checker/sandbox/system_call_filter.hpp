// Which system calls a confined program may make, as a filter that the kernel runs on each.
#pragma once

#include "checker/files/descriptor.hpp"
#include "checker/sandbox/confinement.hpp"

namespace kit {

/// A file in memory with the filter of this role, as seccomp(2) takes it, at its beginning.
/// Throws KitError where there is no memory for it.
///
/// A kernel gets a list of what it may call: threads, memory, clocks, files opened to be read, and
/// what is printed. A compiler gets everything but what reaches other processes, the network, or
/// the inside of the system's own kernel. What is not allowed fails with EPERM.
[[nodiscard]] Descriptor open_system_call_filter(Confinement::Role role);

/// Installs the filter in the calling process for good; it stays over exec. Async-signal-safe.
/// False when the kernel has no seccomp.
bool forbid_new_processes();

} // namespace kit

// A seccomp filter that leaves a program its threads and takes from it the making of processes.
#pragma once

namespace kit {

/// Installs the filter in the calling process for good; it stays over exec. Async-signal-safe.
/// False when the kernel has no seccomp.
bool forbid_new_processes();

} // namespace kit

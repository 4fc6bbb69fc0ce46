// Which system calls a confined program may make, as a filter that the kernel runs on each.
#pragma once

#include "checker/sandbox/confinement.hpp"

namespace kit {

/// A file in memory with the filter of this role, as seccomp(2) takes it, at its beginning; the
/// caller closes it. Throws KitError where there is no memory for it.
///
/// A kernel gets a list of what it may call: threads, memory, clocks, files opened to be read, and
/// what is printed. A compiler gets everything but what reaches other processes, the network, or
/// the inside of the system's own kernel. What is not allowed fails with EPERM.
[[nodiscard]] int open_system_call_filter(Confinement::Role role);

} // namespace kit

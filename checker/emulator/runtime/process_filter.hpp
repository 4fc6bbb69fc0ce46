// Keeps a process to itself.
#pragma once

namespace kit::runtime {

/// From now on this process starts no other one, becomes no other program, and reaches no process but itself: such
/// system calls fail with EPERM. Threads are allowed. For good. Returns 0 or errno.
[[nodiscard]] int forbid_other_processes();

} // namespace kit::runtime

// How much a running child has computed: on a busy machine little of the time that passes.
#pragma once

#include <sys/types.h>

#include <optional>

namespace kit {

/// Seconds of processor time that a process and everything it started have used so far; nothing where the
/// system does not say.
[[nodiscard]] std::optional<double> processor_seconds(pid_t pid);

/// Seconds that a process and its children that still run have waited for a processor that others had, summed over
/// their threads. 0 where the system does not say.
[[nodiscard]] double waited_seconds(pid_t pid);

} // namespace kit

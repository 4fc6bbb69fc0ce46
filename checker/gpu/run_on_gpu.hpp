// The checker's side of the runner: starts it with a request and reads what it replied.
#pragma once

#include "checker/gpu/protocol.hpp"

#include <optional>
#include <string>

namespace kit::gpu {

/// Runs the request in a process of its own, at most as long as its jobs may take. A runner that was
/// killed leaves the jobs it had finished; the one it was at is then a timeout. Throws KitError when
/// it cannot be started or says that the kit failed.
[[nodiscard]] RunnerReply run_on_gpu(const RunnerRequest& request);

/// The machine's GPU; or nothing and, in `why`, what is missing.
[[nodiscard]] std::optional<DeviceFacts> find_gpu(std::string& why);

} // namespace kit::gpu

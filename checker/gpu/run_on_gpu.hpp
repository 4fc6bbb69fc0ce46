// The checker's side of the runner: starts it with a request and reads what it replied.
#pragma once

#include "checker/gpu/protocol.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit::gpu {

/// Runs the request in a process of its own, at most as long as its jobs may take. A runner that was
/// killed leaves the jobs it had finished; the one it was at is then a timeout. Throws KitError when
/// it cannot be started or says that the kit failed.
[[nodiscard]] RunnerReply run_on_gpu(const RunnerRequest& request);

/// What a tool that ran the runner printed.
struct ToolReply {
    RunnerReply reply;
    std::string printed; ///< by the tool alone, in a log of its own: kernels print, too
};

/// The request under a tool that knows --log-file: `wrapper` is its command, which the runner's
/// follows. What the tool
/// makes of a kernel that fails is no error of the kit's.
[[nodiscard]] ToolReply run_on_gpu_under(const std::vector<std::string>& wrapper,
                                         const RunnerRequest& request);

/// The machine's GPU; or nothing and, in `why`, what is missing.
[[nodiscard]] std::optional<DeviceFacts> find_gpu(std::string& why);

} // namespace kit::gpu

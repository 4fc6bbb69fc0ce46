// The checker's side of the runner: starts it with a request and reads what it replied.
#pragma once

#include "checker/gpu/protocol.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kit {

/// Runs the request in another process, at most as long as its jobs may take. If the runner is killed,
/// the reply has the jobs that it finished and, as a timeout, the one that was running. Throws KitError
/// if the runner cannot be started or reports a failure of the kit.
[[nodiscard]] RunnerReply run_on_gpu(const RunnerRequest& request);

/// The runner's reply when a tool ran it, and the tool's log.
struct ToolReply {
    RunnerReply reply;
    std::string printed; ///< by the tool alone, into a log: kernels print to standard output
};

/// Runs the request under a tool that has the option --log-file. `wrapper` is the tool's command; the
/// runner's is appended to it. A kernel that fails under the tool is not an error of the kit.
[[nodiscard]] ToolReply run_on_gpu_under(const std::vector<std::string>& wrapper,
                                         const RunnerRequest& request);

/// The machine's GPU; or nothing, and what is missing in `why`.
[[nodiscard]] std::optional<DeviceFacts> find_gpu(std::string& why);

} // namespace kit

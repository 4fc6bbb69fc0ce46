#include "checker/gpu/host/run_on_gpu.hpp"

#include "checker/base/descriptor.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/places.hpp"
#include "checker/gpu/runner/driver.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// They say where the driver is and which GPU it counts as the first.
const std::vector<std::string> driver_variables{"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES",
                                                "CUDA_DEVICE_ORDER"};
/// For all but the launches: the driver's start, memory, drawing and judging.
constexpr double spare_seconds = 60;
/// Over all launches, of which there are hundreds.
constexpr std::size_t printed_limit = std::size_t{256} << 20;
/// A tool starts slowly and slows the kernels down.
constexpr double tool_seconds = 120;

ProcessLimits limits_of(const RunnerRequest& request) {
    ProcessLimits limits;
    limits.seconds = spare_seconds;
    for (const Job& job : request.jobs) {
        limits.seconds += request.launch_deadline + (job.timed ? request.most_seconds : 0);
    }
    limits.memory_bytes = 0; // a driver reserves addresses for all memory of the GPU and the host
    limits.file_bytes = std::uint64_t{8} << 30;
    limits.output_bytes = printed_limit;
    return limits;
}

struct RunnerRun {
    ProcessResult result;
    RunnerReply reply;
};

RunnerRun start(std::vector<std::string> command, const RunnerRequest& request,
                ProcessLimits limits) {
    const Descriptor asked = memory_file("kit-gpu-request", json_line(to_json(request)));
    const Descriptor replied = memory_file("kit-gpu-reply");
    command.emplace_back((kit::build_root() / "checker/gpu/kit-gpu-runner").string());
    command.push_back(path_of(asked));
    RunnerRun run;
    run.result = run_process({std::move(command), std::filesystem::temp_directory_path(),
                              replied.number(), std::move(limits), driver_variables});
    run.reply = reply_from(content_of(replied));
    demand_answers(run.reply, request);
    return run;
}

} // namespace

RunnerReply run_on_gpu(const RunnerRequest& request) {
    RunnerRun run = start({}, request, limits_of(request));
    const ProcessResult& result = run.result;
    RunnerReply& reply = run.reply;
    if (result.end == ProcessResult::End::exited && result.code != 0) {
        throw KitError("The GPU runner failed: {}", result.errors);
    }
    if (!reply.device && reply.no_device.empty()) {
        reply.no_device = "the driver did not answer";
    }
    if (result.end != ProcessResult::End::exited && reply.jobs.size() < request.jobs.size()) {
        JobReply killed;
        killed.end =
            result.end == ProcessResult::End::out_of_time ? JobEnd::timeout : JobEnd::fault;
        killed.sentence =
            result.end == ProcessResult::End::out_of_time
                ? "The kernel did not end and its process was stopped."
            : result.end == ProcessResult::End::too_much_output
                ? fmt::format("The kernel printed more than {} MB over all its launches.",
                              printed_limit >> 20)
                : "The process that held the GPU died.";
        reply.jobs.push_back(std::move(killed));
    }
    return reply;
}

ToolReply run_on_gpu_under(const std::vector<std::string>& wrapper, const RunnerRequest& request) {
    ProcessLimits limits = limits_of(request);
    limits.seconds += tool_seconds;
    // A log file: on standard output a kernel could print what looks like the tool's words.
    const Descriptor log = memory_file("kit-gpu-tool");
    std::vector<std::string> command = wrapper;
    command.emplace_back("--log-file");
    command.push_back(path_of(log));
    RunnerRun run = start(std::move(command), request, limits);
    return {std::move(run.reply), content_of(log)};
}

std::optional<DeviceFacts> find_gpu(std::string& why) {
    if (system_driver(why) == nullptr) {
        return std::nullopt;
    }
    const RunnerReply reply = run_on_gpu({});
    why = reply.no_device;
    return reply.device;
}

} // namespace kit

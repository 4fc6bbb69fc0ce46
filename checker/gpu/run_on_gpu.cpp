#include "checker/gpu/run_on_gpu.hpp"

#include "checker/gpu/driver.hpp"
#include "checker/model/errors.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace kit::gpu {

namespace {

/// A file in memory, gone with the object.
class MemoryFile {
public:
    explicit MemoryFile(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
        if (file_ < 0) {
            throw KitError(fmt::format("no memory for a file: {}", std::strerror(errno)));
        }
    }

    ~MemoryFile() { close(file_); }

    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    void write(const std::string& text) const {
        if (::write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
            throw KitError(fmt::format("no memory for a file: {}", std::strerror(errno)));
        }
    }

    [[nodiscard]] std::string content() const {
        std::string text;
        std::array<char, 65536> buffer{};
        off_t at = 0;
        while (true) {
            const ssize_t bytes = pread(file_, buffer.data(), buffer.size(), at);
            if (bytes <= 0) {
                return text;
            }
            text.append(buffer.data(), static_cast<std::size_t>(bytes));
            at += bytes;
        }
    }

    [[nodiscard]] int descriptor() const { return file_; }

    /// As long as this process has it open.
    [[nodiscard]] std::string path() const {
        return fmt::format("/proc/{}/fd/{}", getpid(), file_);
    }

private:
    int file_;
};

/// Where the driver is found, and which GPU it takes for the first.
const std::vector<std::string> driver_variables{"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES",
                                                "CUDA_DEVICE_ORDER"};
/// A driver's start, memory, drawing and judging, besides the launches themselves.
constexpr double spare_seconds = 60;
/// Of all launches together, of which there are hundreds.
constexpr std::size_t printed_limit = std::size_t{256} << 20;
/// A tool slows the kernels down and starts slowly itself.
constexpr double tool_seconds = 120;

ProcessLimits limits_of(const RunnerRequest& request) {
    ProcessLimits limits;
    limits.seconds = spare_seconds;
    for (const Job& job : request.jobs) {
        limits.seconds += request.launch_deadline + (job.timed ? request.most_seconds : 0);
    }
    limits.memory_bytes = 0; // a driver reserves as many addresses as the GPU and host have memory
    limits.file_bytes = std::uint64_t{8} << 30;
    limits.output_bytes = printed_limit;
    return limits;
}

} // namespace

namespace {

struct Run {
    ProcessResult result;
    RunnerReply reply;
};

Run start(std::vector<std::string> command, const RunnerRequest& request, ProcessLimits limits) {
    const MemoryFile asked("kit-gpu-request");
    asked.write(to_json(request).dump());
    const MemoryFile replied("kit-gpu-reply");
    command.emplace_back(KIT_GPU_RUNNER);
    command.push_back(asked.path());
    Run run;
    run.result = run_process({std::move(command), std::filesystem::temp_directory_path(),
                              replied.descriptor(), std::move(limits), driver_variables});
    run.reply = reply_from(replied.content());
    return run;
}

} // namespace

RunnerReply run_on_gpu(const RunnerRequest& request) {
    Run run = start({}, request, limits_of(request));
    const ProcessResult& result = run.result;
    RunnerReply& reply = run.reply;
    if (result.end == ProcessResult::End::exited && result.code != 0) {
        throw KitError(fmt::format("The GPU runner failed: {}", result.errors));
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
    // A file of the tool's own: on standard output a kernel could print what a tool would say.
    const MemoryFile log("kit-gpu-tool");
    std::vector<std::string> command = wrapper;
    command.emplace_back("--log-file");
    command.push_back(log.path());
    Run run = start(std::move(command), request, limits);
    return {std::move(run.reply), log.content()};
}

std::optional<DeviceFacts> find_gpu(std::string& why) {
    if (system_driver(why) == nullptr) {
        return std::nullopt;
    }
    const RunnerReply reply = run_on_gpu({});
    why = reply.no_device;
    return reply.device;
}

} // namespace kit::gpu

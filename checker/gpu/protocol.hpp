// The checker's request to the runner, one JSON document, and the runner's reply, one JSON line a job,
// so that a runner that dies leaves the lines it had written.
//
// The reply goes to a separate file: kernels print to standard output, and could print anything.
#pragma once

#include "checker/gpu/runner/case_memory.hpp"
#include "checker/gpu/runner/device.hpp"
#include "checker/model/observation.hpp"
#include "checker/model/timing.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kit {

constexpr int reply_descriptor = 3; ///< where the runner finds the reply's file

/// Machine code of a kernel and how it is launched.
struct KernelFile {
    std::filesystem::path cubin;
    std::string entry; ///< the kernel's name in it
    LaunchShape launch;
};

/// A case to run once and judge, or to time.
struct Job {
    Extents extents;
    KernelFile kernel;
    std::uint64_t seed = 0;
    bool timed = false;
    /// Judged runs: folder for the arrays after the launch, input.bin and output.bin; empty: they are
    /// not copied to the host.
    std::filesystem::path keep;
    std::optional<KernelFile> baseline; ///< timed runs: beside this kernel
    /// How many GPUs a lab's grid is cut among; 0 for labs of one GPU.
    int gpus = 0;
    // Timed runs on several GPUs: the launch on one of them, and that of the grid with as many planes for each.
    LaunchShape on_one;
    LaunchShape weak;
};

struct RunnerRequest {
    std::filesystem::path root; ///< folder of labs/ and solutions/
    std::string lab;
    Element element = Element::float32; ///< instead of the lab's
    int radius = 0;     ///< of a lab with variants: the variant to run; otherwise ignored
    bool guards = true; ///< false under a sanitizer, which must see where the arrays end
    std::filesystem::path kit_cubin;
    double launch_deadline = 10; ///< seconds
    double most_seconds = 20;    ///< of measuring
    std::vector<Job> jobs;
};

/// How a job ended.
enum class JobEnd {
    done,
    wrong,   ///< a timed launch left a wrong result
    fault,   ///< the kernel died: `sentence` says how; the runner has ended
    timeout, ///< the kernel hung: the runner has ended
    refused, ///< the device would not launch it
    failed,  ///< the kit or the machine: no memory, an unreadable file
};

struct JobReply {
    JobEnd end = JobEnd::failed;
    std::string error;    ///< the driver's name for it: "CUDA_ERROR_ILLEGAL_ADDRESS"
    std::string sentence; ///< what happened; empty when done
    std::optional<LaunchCheck> check;
    std::optional<Timing> timing;
    std::optional<Scaling> scaling; ///< instead, of several GPUs
    double seconds = 0;             ///< of a judged run's launch, by events
};

struct RunnerReply {
    std::optional<DeviceFacts> device; ///< absent if there is none; `no_device` then says why
    std::string no_device;
    std::vector<JobReply> jobs; ///< in the request's order; fewer if the runner ended early
};

[[nodiscard]] nlohmann::json to_json(const RunnerRequest& request);
[[nodiscard]] RunnerRequest request_from(const nlohmann::json& json);

/// Lines of a reply: first the device, then each job.
[[nodiscard]] nlohmann::json to_json(const DeviceFacts& facts);
[[nodiscard]] nlohmann::json to_json(const JobReply& reply);

/// Reads all whole lines; a last line that was cut off is left out. Throws KitError on anything else
/// that the runner does not write, such as a time of 0 or infinity, or wrong cells without the first.
[[nodiscard]] RunnerReply reply_from(const std::string& lines);

/// Throws KitError if the reply has more jobs than the request, or if a job is done and its result is missing.
void demand_answers(const RunnerReply& reply, const RunnerRequest& request);

} // namespace kit

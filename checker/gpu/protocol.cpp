#include "checker/gpu/protocol.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <limits>
#include <sstream>
#include <utility>

namespace kit::gpu {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<JobEnd, const char*>, 6> ends{{{JobEnd::done, "done"},
                                                              {JobEnd::wrong, "wrong"},
                                                              {JobEnd::fault, "fault"},
                                                              {JobEnd::timeout, "timeout"},
                                                              {JobEnd::refused, "refused"},
                                                              {JobEnd::failed, "failed"}}};

Json json_of(const Extents& extents) {
    return Json::array({extents.x, extents.y, extents.z});
}

Extents extents_from(const Json& json) {
    return {json.at(0), json.at(1), json.at(2)};
}

Json json_of(const KernelFile& kernel) {
    Json json;
    json["cubin"] = kernel.cubin.string();
    json["entry"] = kernel.entry;
    json["grid"] = kernel.launch.grid;
    json["block"] = kernel.launch.block;
    json["dynamic_shared_bytes"] = kernel.launch.dynamic_shared_bytes;
    json["programmatic"] = kernel.launch.programmatic;
    return json;
}

KernelFile kernel_from(const Json& json) {
    KernelFile kernel;
    kernel.cubin = json.at("cubin").get<std::string>();
    kernel.entry = json.at("entry");
    kernel.launch.grid = json.at("grid");
    kernel.launch.block = json.at("block");
    kernel.launch.dynamic_shared_bytes = json.at("dynamic_shared_bytes");
    kernel.launch.programmatic = json.at("programmatic");
    return kernel;
}

Json json_of(const TimeSummary& summary) {
    Json json;
    json["median"] = summary.median;
    json["least"] = summary.least;
    json["greatest"] = summary.greatest;
    json["relative_half_width"] = summary.relative_half_width;
    json["launches"] = summary.launches;
    return json;
}

TimeSummary summary_from(const Json& json) {
    return {.median = json.at("median"),
            .least = json.at("least"),
            .greatest = json.at("greatest"),
            .relative_half_width = json.at("relative_half_width"),
            .launches = json.at("launches")};
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::optional<int> number_from(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional<int>(json.get<int>());
}

Json json_of(const GpuState& state) {
    Json json;
    json["sm_mhz"] = or_null(state.sm_mhz);
    json["memory_mhz"] = or_null(state.memory_mhz);
    json["celsius"] = or_null(state.celsius);
    json["throttled"] = state.throttled;
    return json;
}

GpuState state_from(const Json& json) {
    return {.sm_mhz = number_from(json.at("sm_mhz")),
            .memory_mhz = number_from(json.at("memory_mhz")),
            .celsius = number_from(json.at("celsius")),
            .throttled = json.at("throttled")};
}

Json json_of(const Timing& timing) {
    Json json;
    json["gpu"] = timing.gpu;
    json["extents"] = json_of(timing.extents);
    json["sweeps"] = timing.sweeps;
    json["bytes"] = timing.bytes;
    json["operations"] = timing.operations;
    json["cold"] = json_of(timing.cold);
    json["hot"] = json_of(timing.hot);
    json["copy"] = json_of(timing.copy);
    json["baseline"] = timing.baseline ? json_of(*timing.baseline) : Json(nullptr);
    json["series"] = timing.series ? json_of(*timing.series) : Json(nullptr);
    json["empty_kernel_seconds"] = timing.empty_kernel_seconds;
    json["checked_launches"] = timing.checked_launches;
    json["before"] = json_of(timing.before);
    json["after"] = json_of(timing.after);
    json["inconclusive"] = timing.inconclusive;
    return json;
}

Timing timing_from(const Json& json) {
    Timing timing;
    timing.gpu = json.at("gpu");
    timing.extents = extents_from(json.at("extents"));
    timing.sweeps = json.at("sweeps");
    timing.bytes = json.at("bytes");
    timing.operations = json.at("operations");
    timing.cold = summary_from(json.at("cold"));
    timing.hot = summary_from(json.at("hot"));
    timing.copy = summary_from(json.at("copy"));
    if (!json.at("baseline").is_null()) {
        timing.baseline = summary_from(json.at("baseline"));
    }
    if (!json.at("series").is_null()) {
        timing.series = summary_from(json.at("series"));
    }
    timing.empty_kernel_seconds = json.at("empty_kernel_seconds");
    timing.checked_launches = json.at("checked_launches");
    timing.before = state_from(json.at("before"));
    timing.after = state_from(json.at("after"));
    timing.inconclusive = json.at("inconclusive");
    return timing;
}

Json json_of(const LaunchCheck& check) {
    const Comparison& comparison = check.comparison;
    Json json;
    json["cells"] = comparison.cells;
    json["mismatches"] = comparison.mismatches;
    json["untouched"] = comparison.untouched;
    json["not_a_number"] = comparison.not_a_number;
    json["boundary_cells"] = comparison.boundary_cells;
    json["boundary_mismatches"] = comparison.boundary_mismatches;
    json["max_error"] = comparison.max_error;
    json["allowed_error"] = comparison.allowed_error;
    json["first_wrong"] =
        comparison.first_wrong.empty() ? Json(nullptr) : Json(comparison.first_wrong[0].cell);
    json["changed_inputs"] = check.changed_inputs;
    json["changed_guard_words"] = check.changed_guard_words;
    return json;
}

LaunchCheck check_from(const Json& json) {
    LaunchCheck check;
    Comparison& comparison = check.comparison;
    comparison.cells = json.at("cells");
    comparison.mismatches = json.at("mismatches");
    comparison.untouched = json.at("untouched");
    comparison.not_a_number = json.at("not_a_number");
    comparison.boundary_cells = json.at("boundary_cells");
    comparison.boundary_mismatches = json.at("boundary_mismatches");
    // JSON has no infinity: an infinite error is written as null.
    comparison.max_error = json.at("max_error").is_null() ? std::numeric_limits<double>::infinity()
                                                          : json.at("max_error").get<double>();
    comparison.allowed_error = json.at("allowed_error");
    if (!json.at("first_wrong").is_null()) {
        WrongCell cell;
        cell.cell = json.at("first_wrong");
        comparison.first_wrong.push_back(cell);
    }
    check.changed_inputs = json.at("changed_inputs");
    check.changed_guard_words = json.at("changed_guard_words");
    return check;
}

DeviceFacts facts_from(const Json& json) {
    DeviceFacts facts;
    facts.name = json.at("name");
    facts.capability = json.at("capability");
    facts.multiprocessors = json.at("multiprocessors");
    facts.l2_bytes = json.at("l2_bytes");
    facts.memory_bytes = json.at("memory_bytes");
    facts.driver_version = json.at("driver_version");
    facts.max_shared_per_block_opt_in = json.at("max_shared_per_block_opt_in");
    return facts;
}

JobReply job_from(const Json& json) {
    JobReply reply;
    const std::string end = json.at("end");
    for (const auto& [value, name] : ends) {
        if (end == name) {
            reply.end = value;
        }
    }
    reply.error = json.at("error");
    reply.sentence = json.at("sentence");
    reply.seconds = json.at("seconds");
    if (!json.at("check").is_null()) {
        reply.check = check_from(json.at("check"));
    }
    if (!json.at("timing").is_null()) {
        reply.timing = timing_from(json.at("timing"));
    }
    return reply;
}

} // namespace

Json to_json(const RunnerRequest& request) {
    Json json;
    json["root"] = request.root.string();
    json["lab"] = request.lab;
    json["element"] = cpp_name(request.element);
    json["radius"] = request.radius;
    json["guards"] = request.guards;
    json["kit_cubin"] = request.kit_cubin.string();
    json["launch_deadline"] = request.launch_deadline;
    json["most_seconds"] = request.most_seconds;
    json["jobs"] = Json::array();
    for (const Job& job : request.jobs) {
        json["jobs"].push_back({{"extents", json_of(job.extents)},
                                {"kernel", json_of(job.kernel)},
                                {"seed", job.seed},
                                {"timed", job.timed},
                                {"keep", job.keep.string()},
                                {"baseline", job.baseline ? json_of(*job.baseline) : Json()}});
    }
    return json;
}

RunnerRequest request_from(const Json& json) {
    RunnerRequest request;
    request.root = json.at("root").get<std::string>();
    request.lab = json.at("lab");
    for (const Element element : {Element::int32, Element::float32, Element::float64}) {
        if (json.at("element") == cpp_name(element)) {
            request.element = element;
        }
    }
    request.radius = json.at("radius");
    request.guards = json.at("guards");
    request.kit_cubin = json.at("kit_cubin").get<std::string>();
    request.launch_deadline = json.at("launch_deadline");
    request.most_seconds = json.at("most_seconds");
    for (const Json& one : json.at("jobs")) {
        Job job;
        job.extents = extents_from(one.at("extents"));
        job.kernel = kernel_from(one.at("kernel"));
        job.seed = one.at("seed");
        job.timed = one.at("timed");
        job.keep = one.at("keep").get<std::string>();
        if (!one.at("baseline").is_null()) {
            job.baseline = kernel_from(one.at("baseline"));
        }
        request.jobs.push_back(std::move(job));
    }
    return request;
}

Json to_json(const DeviceFacts& facts) {
    Json json;
    json["name"] = facts.name;
    json["capability"] = facts.capability;
    json["multiprocessors"] = facts.multiprocessors;
    json["l2_bytes"] = facts.l2_bytes;
    json["memory_bytes"] = facts.memory_bytes;
    json["driver_version"] = facts.driver_version;
    json["max_shared_per_block_opt_in"] = facts.max_shared_per_block_opt_in;
    return json;
}

Json to_json(const JobReply& reply) {
    Json json;
    for (const auto& [value, name] : ends) {
        if (reply.end == value) {
            json["end"] = name;
        }
    }
    json["error"] = reply.error;
    json["sentence"] = reply.sentence;
    json["seconds"] = reply.seconds;
    json["check"] = reply.check ? json_of(*reply.check) : Json(nullptr);
    json["timing"] = reply.timing ? json_of(*reply.timing) : Json(nullptr);
    return json;
}

RunnerReply reply_from(const std::string& lines) {
    RunnerReply reply;
    std::istringstream stream(lines);
    try {
        for (std::string line; std::getline(stream, line) && !stream.eof();) {
            const Json json = Json::parse(line);
            if (json.contains("no_device")) {
                reply.no_device = json.at("no_device");
            } else if (!reply.device) {
                reply.device = facts_from(json);
            } else {
                reply.jobs.push_back(job_from(json));
            }
        }
    } catch (const nlohmann::json::exception& error) {
        throw KitError(fmt::format("The GPU runner wrote what it should not: {}", error.what()));
    }
    return reply;
}

} // namespace kit::gpu

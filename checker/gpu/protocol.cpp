#include "checker/gpu/protocol.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<JobEnd, const char*>, 6> job_ends{{{JobEnd::done, "done"},
                                                                  {JobEnd::wrong, "wrong"},
                                                                  {JobEnd::fault, "fault"},
                                                                  {JobEnd::timeout, "timeout"},
                                                                  {JobEnd::refused, "refused"},
                                                                  {JobEnd::failed, "failed"}}};

// members() calls `visit(key, member)` for each member of a struct: one list for both directions.

void members(LaunchShape& launch, const auto& visit) {
    visit("grid", launch.grid);
    visit("block", launch.block);
    visit("dynamic_shared_bytes", launch.dynamic_shared_bytes);
    visit("programmatic", launch.programmatic);
    visit("by_flags", launch.by_flags);
}

void members(KernelFile& kernel, const auto& visit) {
    visit("cubin", kernel.cubin);
    visit("entry", kernel.entry);
    visit("launch", kernel.launch);
}

void members(Job& job, const auto& visit) {
    visit("extents", job.extents);
    visit("kernel", job.kernel);
    visit("seed", job.seed);
    visit("timed", job.timed);
    visit("keep", job.keep);
    visit("baseline", job.baseline);
    visit("gpus", job.gpus);
    visit("on_one", job.on_one);
    visit("weak", job.weak);
}

void members(RunnerRequest& request, const auto& visit) {
    visit("root", request.root);
    visit("lab", request.lab);
    visit("element", request.element);
    visit("radius", request.radius);
    visit("guards", request.guards);
    visit("kit_cubin", request.kit_cubin);
    visit("launch_deadline", request.launch_deadline);
    visit("most_seconds", request.most_seconds);
    visit("jobs", request.jobs);
}

void members(TimeSummary& summary, const auto& visit) {
    visit("median", summary.median);
    visit("least", summary.least);
    visit("greatest", summary.greatest);
    visit("relative_half_width", summary.relative_half_width);
    visit("launches", summary.launches);
}

void members(GpuState& state, const auto& visit) {
    visit("sm_mhz", state.sm_mhz);
    visit("memory_mhz", state.memory_mhz);
    visit("celsius", state.celsius);
    visit("throttled", state.throttled);
}

void members(Timing& timing, const auto& visit) {
    visit("gpu", timing.gpu);
    visit("extents", timing.extents);
    visit("sweeps", timing.sweeps);
    visit("bytes", timing.bytes);
    visit("copy_bytes", timing.copy_bytes);
    visit("operations", timing.operations);
    visit("cold", timing.cold);
    visit("hot", timing.hot);
    visit("copy", timing.copy);
    visit("baseline", timing.baseline);
    visit("series", timing.series);
    visit("empty_kernel_seconds", timing.empty_kernel_seconds);
    visit("checked_launches", timing.checked_launches);
    visit("before", timing.before);
    visit("after", timing.after);
    visit("inconclusive", timing.inconclusive);
}

void members(Scaling& scaling, const auto& visit) {
    visit("gpu", scaling.gpu);
    visit("link", scaling.link);
    visit("gpus", scaling.gpus);
    visit("by_flags", scaling.by_flags);
    visit("sweeps", scaling.sweeps);
    visit("extents", scaling.extents);
    visit("extents_of_all", scaling.extents_of_all);
    visit("one", scaling.one);
    visit("strong", scaling.strong);
    visit("weak", scaling.weak);
    visit("copy_rate", scaling.copy_rate);
    visit("checked_series", scaling.checked_series);
}

void members(WrongCell& wrong, const auto& visit) {
    visit("cell", wrong.cell);
}

void members(Comparison& comparison, const auto& visit) {
    visit("cells", comparison.cells);
    visit("mismatches", comparison.mismatches);
    visit("untouched", comparison.untouched);
    visit("not_a_number", comparison.not_a_number);
    visit("boundary_cells", comparison.boundary_cells);
    visit("boundary_mismatches", comparison.boundary_mismatches);
    visit("max_error", comparison.max_error);
    visit("allowed_error", comparison.allowed_error);
    visit("first_wrong", comparison.first_wrong);
}

void members(LaunchCheck& check, const auto& visit) {
    visit("comparison", check.comparison);
    visit("changed_inputs", check.changed_inputs);
    visit("changed_guard_words", check.changed_guard_words);
}

void members(DeviceFacts& facts, const auto& visit) {
    visit("name", facts.name);
    visit("gpus", facts.gpus);
    visit("capability", facts.capability);
    visit("multiprocessors", facts.multiprocessors);
    visit("l2_bytes", facts.l2_bytes);
    visit("memory_bytes", facts.memory_bytes);
    visit("driver_version", facts.driver_version);
    visit("max_shared_per_block_opt_in", facts.max_shared_per_block_opt_in);
}

void members(JobReply& reply, const auto& visit) {
    visit("end", reply.end);
    visit("error", reply.error);
    visit("sentence", reply.sentence);
    visit("seconds", reply.seconds);
    visit("check", reply.check);
    visit("timing", reply.timing);
    visit("scaling", reply.scaling);
}

template <class T>
concept HasMembers = requires(T& value) {
    members(value, [](const char* /*key*/, auto& /*member*/) {});
};

template <class T>
Json json_of(T value);
template <class T>
void read(const Json& json, T& value);

Json json_of(const Extents& extents) {
    return Json::array({extents.x, extents.y, extents.z});
}

Json json_of(const std::filesystem::path& path) {
    return Json(path.string());
}

Json json_of(Element element) {
    return Json(cpp_name(element));
}

Json json_of(JobEnd end) {
    for (const auto& [value, name] : job_ends) {
        if (value == end) {
            return Json(name);
        }
    }
    return Json(nullptr);
}

template <class T>
Json json_of(const std::optional<T>& value) {
    return value ? json_of(*value) : Json(nullptr);
}

template <class T>
Json json_of(const std::vector<T>& values) {
    Json json = Json::array();
    for (const T& value : values) {
        json.push_back(json_of(value));
    }
    return json;
}

template <class T>
Json json_of(T value) {
    if constexpr (HasMembers<T>) {
        Json json;
        members(value, [&json](const char* key, auto& member) { json[key] = json_of(member); });
        return json;
    } else {
        return Json(value);
    }
}

void read(const Json& json, Extents& extents) {
    extents = {json.at(0), json.at(1), json.at(2)};
}

void read(const Json& json, std::filesystem::path& path) {
    path = json.get<std::string>();
}

void read(const Json& json, Element& element) {
    for (const Element candidate : {Element::int32, Element::float32, Element::float64}) {
        if (json == cpp_name(candidate)) {
            element = candidate;
        }
    }
}

void read(const Json& json, JobEnd& end) {
    for (const auto& [value, name] : job_ends) {
        if (json == name) {
            end = value;
        }
    }
}

void read(const Json& json, double& value) {
    // JSON has no infinity: an infinite error is written as null.
    value = json.is_null() ? std::numeric_limits<double>::infinity() : json.get<double>();
}

template <class T>
void read(const Json& json, std::optional<T>& value) {
    if (!json.is_null()) {
        read(json, value.emplace());
    }
}

template <class T>
void read(const Json& json, std::vector<T>& values) {
    for (const Json& one : json) {
        read(one, values.emplace_back());
    }
}

template <class T>
void read(const Json& json, T& value) {
    if constexpr (HasMembers<T>) {
        members(value, [&json](const char* key, auto& member) { read(json.at(key), member); });
    } else {
        json.get_to(value);
    }
}

void demand(bool holds, const char* what) {
    if (!holds) {
        throw KitError(fmt::format("The GPU runner's reply cannot be read: {}", what));
    }
}

bool is_time(double seconds) {
    return seconds >= 0 && seconds <= 1e6; // false for NaN
}

/// Reports divide by a median.
bool is_summary(const TimeSummary& summary) {
    return is_time(summary.median) && summary.median >= 1e-9 && is_time(summary.least) &&
           is_time(summary.greatest) && is_time(summary.relative_half_width);
}

bool is_timing(const Timing& timing) {
    constexpr std::uint64_t most = std::uint64_t{1} << 60;
    const auto is_amount = [](std::uint64_t amount) { return amount > 0 && amount <= most; };
    return is_summary(timing.cold) && is_summary(timing.hot) && is_summary(timing.copy) &&
           (!timing.baseline || is_summary(*timing.baseline)) &&
           (!timing.series || is_summary(*timing.series)) && timing.sweeps > 0 &&
           is_amount(timing.bytes) && is_amount(timing.copy_bytes) &&
           is_amount(timing.operations) && is_time(timing.empty_kernel_seconds);
}

void demand_numbers(const JobReply& job) {
    const auto is_scaling = [](const Scaling& scaling) {
        const bool is_several = scaling.gpus > 1;
        return is_summary(scaling.one) && scaling.strong.has_value() == is_several &&
               (!scaling.strong || is_summary(*scaling.strong)) &&
               (!scaling.weak || is_summary(*scaling.weak)) && scaling.gpus > 0 &&
               std::isfinite(scaling.copy_rate) && (scaling.copy_rate > 0) == is_several;
    };
    demand(is_time(job.seconds) && (!job.timing || is_timing(*job.timing)) &&
               (!job.scaling || is_scaling(*job.scaling)),
           "it has a time that nobody can measure");
    demand(!job.check || job.check->comparison.mismatches == 0 ||
               !job.check->comparison.first_wrong.empty(),
           "it counts wrong cells, but does not name the first");
}

} // namespace

Json to_json(const RunnerRequest& request) {
    return json_of(request);
}

RunnerRequest request_from(const Json& json) {
    RunnerRequest request;
    read(json, request);
    return request;
}

Json to_json(const DeviceFacts& facts) {
    return json_of(facts);
}

Json to_json(const JobReply& reply) {
    return json_of(reply);
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
                read(json, reply.device);
            } else {
                read(json, reply.jobs.emplace_back());
                demand_numbers(reply.jobs.back());
            }
        }
    } catch (const nlohmann::json::exception& error) {
        throw KitError(fmt::format("The GPU runner's reply cannot be read: {}", error.what()));
    }
    return reply;
}

void demand_answers(const RunnerReply& reply, const RunnerRequest& request) {
    demand(reply.jobs.size() <= request.jobs.size(), "it has more jobs than were asked for");
    for (std::size_t i = 0; i < reply.jobs.size(); ++i) {
        const JobReply& job = reply.jobs[i];
        demand(job.end != JobEnd::done ||
                   (request.jobs[i].timed ? job.timing.has_value() || job.scaling.has_value()
                                          : job.check.has_value()),
               "a job is done, but its result is missing");
    }
}

} // namespace kit

#include "checker/gpu/protocol.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/json_text.hpp"
#include "checker/base/optional_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

namespace kit {

using nlohmann::json;

// What is unknown is the first.
NLOHMANN_JSON_SERIALIZE_ENUM(Element, {{Element::float32, "float"},
                                       {Element::float64, "double"},
                                       {Element::int32, "int"}})
NLOHMANN_JSON_SERIALIZE_ENUM(JobEnd, {{JobEnd::failed, "failed"},
                                      {JobEnd::done, "done"},
                                      {JobEnd::wrong, "wrong"},
                                      {JobEnd::fault, "fault"},
                                      {JobEnd::timeout, "timeout"},
                                      {JobEnd::refused, "refused"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Extents, x, y, z)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchShape, grid, block, dynamic_shared_bytes, programmatic,
                                   by_flags)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelFile, cubin, entry, launch)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Job, extents, kernel, seed, timed, keep, baseline, gpus, on_one,
                                   weak)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunnerRequest, root, lab, element, radius, guards, kit_cubin,
                                   launch_deadline, most_seconds, jobs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TimeSummary, median, least, greatest, relative_half_width,
                                   launches)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GpuState, sm_mhz, memory_mhz, celsius, throttled)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Timing, gpu, extents, sweeps, bytes, copy_bytes, operations,
                                   cold, hot, copy, baseline, series, empty_kernel_seconds,
                                   checked_launches, before, after, inconclusive)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Scaling, gpu, link, gpus, by_flags, sweeps, extents,
                                   extents_of_all, one, strong, weak, copy_rate, checked_series)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WrongCell, cell)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Comparison, cells, mismatches, untouched, not_a_number,
                                   boundary_cells, boundary_mismatches, max_error, allowed_error,
                                   first_wrong)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchCheck, comparison, changed_inputs, changed_guard_words)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DeviceFacts, name, gpus, capability, multiprocessors, l2_bytes,
                                   memory_bytes, driver_version, max_shared_per_block_opt_in)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(JobReply, end, error, sentence, seconds, check, timing, scaling)

namespace {

/// JSON has no infinity, which an error may be: the largest number stands for it.
constexpr double largest = std::numeric_limits<double>::max();

void demand(bool holds, const char* what) {
    if (!holds) {
        throw KitError("The GPU runner's reply cannot be read: {}", what);
    }
}

/// Whether each number with a fraction or an exponent fits into the integer that it may be read as: to convert a
/// larger one has no defined result. Errors of cells and rates are never read as integers.
bool fits_integers(const json& value, std::string_view key = {}) {
    if (value.is_object()) {
        return std::ranges::all_of(value.items(), [](const auto& item) {
            return fits_integers(item.value(), item.key());
        });
    }
    if (value.is_array()) {
        return std::ranges::all_of(value, [&](const json& one) { return fits_integers(one, key); });
    }
    constexpr double most = std::numeric_limits<int>::max();
    const bool is_exempt = key == "max_error" || key == "allowed_error" || key == "copy_rate";
    return !value.is_number_float() || is_exempt ||
           (value.get<double>() >= 0 && value.get<double>() <= most);
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

json to_json(const RunnerRequest& request) {
    return json(request);
}

RunnerRequest request_from(const json& json) {
    demand(fits_integers(json), "it has a number out of range");
    return json.get<RunnerRequest>();
}

json to_json(const DeviceFacts& facts) {
    return json(facts);
}

json to_json(const JobReply& reply) {
    JobReply finite = reply;
    if (finite.check) {
        Comparison& compared = finite.check->comparison;
        compared.max_error = std::min(compared.max_error, largest);
        compared.allowed_error = std::min(compared.allowed_error, largest);
    }
    return json(finite);
}

RunnerReply reply_from(const std::string& lines) {
    RunnerReply reply;
    std::istringstream stream(lines);
    try {
        for (std::string line; std::getline(stream, line) && !stream.eof();) {
            const json said = json_from(line);
            demand(fits_integers(said), "it has a number out of range");
            if (said.contains("no_device")) {
                reply.no_device = said.at("no_device");
            } else if (!reply.device) {
                reply.device = said.get<DeviceFacts>();
            } else {
                JobReply& job = reply.jobs.emplace_back(said.get<JobReply>());
                demand_numbers(job);
                if (job.check) {
                    for (double* error :
                         {&job.check->comparison.max_error, &job.check->comparison.allowed_error}) {
                        *error =
                            *error == largest ? std::numeric_limits<double>::infinity() : *error;
                    }
                }
            }
        }
    } catch (const json::exception& error) {
        throw KitError("The GPU runner's reply cannot be read: {}", error.what());
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

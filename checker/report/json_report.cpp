#include "checker/report/json_report.hpp"

#include "checker/base/json_text.hpp"
#include "checker/base/optional_json.hpp"
#include "checker/model/slabs.hpp"
#include "checker/model/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
    if (std::isnan(value)) {
        return "nan";
    }
    if (std::isinf(value)) {
        return value > 0 ? "inf" : "-inf";
    }
    return value;
}

template <typename Value>
Json optional(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json position_or_null(int position) {
    return position > 0 ? Json(position) : Json(nullptr);
}

Json extents_of(const Extents& extents, const Lab& lab) {
    Json result = Json::array({extents.x, extents.y, extents.z});
    while (result.size() > std::max<std::size_t>(lab.axes, 1)) {
        result.erase(result.size() - 1);
    }
    return result;
}

Json case_of(const CaseResult& result, const Lab& lab) {
    Json json;
    json["extents"] = extents_of(result.extents, lab);
    json["variant"] = text_or_null(result.variant);
    json["verdict"] = name(result.outcome);
    const std::optional<Comparison>& comparison = result.comparison;
    json["max_error"] = comparison ? number(comparison->max_error) : Json(nullptr);
    json["allowed_error"] = comparison ? number(comparison->allowed_error) : Json(nullptr);
    json["mismatches"] = comparison ? Json(comparison->mismatches) : Json(nullptr);
    json["seconds"] = number(result.seconds);
    json["drawn"] = result.drawn;
    if (has_slabs(lab)) {
        json["gpus"] = slabs_of(lab, result.extents).size();
    }
    return json;
}

Json finding_of(const Finding& finding) {
    Json lines = Json::array();
    for (const SourceLine& line : finding.lines) {
        lines.push_back({{"file", line.file},
                         {"line", position_or_null(line.line)},
                         {"column", position_or_null(line.column)},
                         {"text", text_or_null(line.text)},
                         {"expansion", text_or_null(line.expansion)}});
    }
    Json threads = Json::array();
    for (const ThreadPlace& place : finding.threads) {
        threads.push_back({{"block", place.block}, {"thread", place.thread}});
        if (place.gpu) {
            threads.back()["gpu"] = *place.gpu;
        }
    }
    Json json;
    json["kind"] = name(finding.kind);
    json["severity"] = name(finding.severity);
    json["message"] = finding.message;
    json["lines"] = std::move(lines);
    json["threads"] = std::move(threads);
    json["array"] = text_or_null(finding.array);
    json["index"] = optional(finding.index);
    json["count"] = finding.count;
    json["cases"] = finding.cases;
    json["detail"] = text_or_null(finding.detail);
    json["hint"] = text_or_null(finding.hint);
    json["place"] = text_or_null(finding.place);
    json["explanation"] =
        finding.explanations.empty() ? Json(nullptr) : Json(finding.explanations.front().id);
    json["follows"] = optional(finding.follows);
    return json;
}

Json launch_of(const TrafficResult& traffic, const Lab& lab) {
    return {{"extents", extents_of(traffic.extents, lab)},
            {"grid", traffic.launch.grid},
            {"block", traffic.launch.block},
            {"dynamic_shared_bytes", traffic.launch.dynamic_shared_bytes}};
}

Json lines_of(const TrafficResult& traffic) {
    Json lines = Json::array();
    for (const LineCounters& counters : traffic.lines) {
        lines.push_back(
            {{"line", counters.line},
             {"memory", counters.is_shared ? "shared" : "global"},
             {"kind", counters.is_store ? "store" : "load"},
             {"requests", counters.requests},
             {"sectors", counters.is_shared ? Json(nullptr) : Json(counters.sectors)},
             {"conflicts", counters.is_shared ? Json(counters.conflicts) : Json(nullptr)},
             {"lanes", counters.lanes},
             {"bytes", counters.bytes},
             {"divergent", counters.divergent}});
    }
    return lines;
}

Json counters_of(const TrafficResult& traffic) {
    const Counters& counted = traffic.counted;
    const PredictedCounters& predicted = traffic.predicted;
    const TrafficIntensity reached = counted_intensity(traffic);
    const TrafficIntensity computed = predicted_intensity(traffic);
    const auto beside = [](const Json& left, const Json& right) {
        return Json{{"counted", left}, {"predicted", right}};
    };
    Json json;
    for (const ShownCounter& one : shown_counters) {
        json[one.key] =
            beside(counted.*one.field,
                   one.predicted == nullptr ? Json(nullptr) : optional(predicted.*one.predicted));
    }
    if (predicted.remote_bytes) {
        json["bytes_between_gpus"] = beside(counted.remote_bytes(), *predicted.remote_bytes);
    }
    json["operations"] =
        beside(nullptr, traffic.operations); // accesses are counted, not arithmetic
    json["ops_per_byte"] = beside(optional(reached.by_loads), optional(computed.by_loads));
    json["ops_per_byte_with_stores"] =
        beside(optional(reached.with_stores), optional(computed.with_stores));
    return json;
}

/// `sweeps` of one such launch; a copy has 0.
Json summary_of(const TimeSummary& summary, const Timing& timing, int sweeps) {
    constexpr double giga = 1e9;
    Json json;
    json["seconds"] = summary.median;
    json["least"] = summary.least;
    json["greatest"] = summary.greatest;
    json["relative_half_width"] = summary.relative_half_width;
    json["launches"] = summary.launches;
    json["gb_per_s"] =
        static_cast<double>(sweeps > 0 ? timing.bytes : timing.copy_bytes) / summary.median / giga;
    const double one_sweep = static_cast<double>(timing.operations) / timing.sweeps;
    json["gflop_per_s"] =
        sweeps > 0 ? Json(sweeps * one_sweep / summary.median / giga) : Json(nullptr);
    return json;
}

Json state_of(const GpuState& state) {
    return {{"sm_mhz", optional(state.sm_mhz)},
            {"memory_mhz", optional(state.memory_mhz)},
            {"celsius", optional(state.celsius)},
            {"throttled", text_or_null(state.throttled)}};
}

Json timing_of(const Timing& timing, const Lab& lab) {
    Json json;
    json["gpu"] = timing.gpu;
    json["extents"] = extents_of(timing.extents, lab);
    json["inconclusive"] = timing.inconclusive;
    json["sweeps"] = timing.sweeps;
    json["bytes"] = timing.bytes;
    json["operations"] = timing.operations;
    json["cold"] = summary_of(timing.cold, timing, timing.sweeps);
    json["hot"] = summary_of(timing.hot, timing, timing.sweeps);
    json["copy"] = summary_of(timing.copy, timing, 0);
    json["baseline"] = timing.baseline ? summary_of(*timing.baseline, timing, 1) : Json(nullptr);
    json["series"] =
        timing.series ? summary_of(*timing.series, timing, timing.sweeps) : Json(nullptr);
    json["baseline_lab"] = text_or_null(timing.baseline_lab);
    json["fraction_of_copy"] = timing.copy_seconds() / timing.cold.median;
    json["speed_against_baseline"] =
        timing.baseline ? Json(timing.speed_against_baseline()) : Json(nullptr);
    json["roofline"] = text_or_null(timing.roofline);
    json["empty_kernel_seconds"] = timing.empty_kernel_seconds;
    json["checked_launches"] = timing.checked_launches;
    json["before"] = state_of(timing.before);
    json["after"] = state_of(timing.after);
    return json;
}

Json scaling_of(const Scaling& scaling) {
    const auto summary = [](const TimeSummary& of) {
        return Json{{"median", of.median},
                    {"relative_half_width", of.relative_half_width},
                    {"launches", of.launches}};
    };
    const Extents& all = scaling.extents_of_all;
    return {{"gpu", scaling.gpu},
            {"link", scaling.link},
            {"gpus", scaling.gpus},
            {"by_flags", scaling.by_flags},
            {"sweeps", scaling.sweeps},
            {"extents", {scaling.extents.x, scaling.extents.y, scaling.extents.z}},
            {"extents_of_all", {all.x, all.y, all.z}},
            {"one", summary(scaling.one)},
            {"strong", scaling.strong ? summary(*scaling.strong) : Json(nullptr)},
            {"weak", scaling.weak ? summary(*scaling.weak) : Json(nullptr)},
            {"copied_bytes_per_second", scaling.copy_rate},
            {"strong_scaling", scaling.strong ? Json(scaling.strong_scaling()) : Json(nullptr)},
            {"weak_scaling", scaling.weak ? Json(scaling.weak_scaling()) : Json(nullptr)},
            {"checked_series", scaling.checked_series}};
}

Json hardware_of(const Counters& counters) {
    Json json;
    for (const ShownCounter& one : shown_counters) {
        if (one.of_hardware != nullptr) {
            json[one.key] = counters.*one.field;
        }
    }
    return json;
}

Json parts_of(const TriedParts& tried) {
    Json list = Json::array();
    for (const TriedPart& part : tried.parts) {
        list.push_back({{"number", part.number},
                        {"title", part.title},
                        {"line", part.line},
                        {"state", name(part.state)},
                        {"shows", part.shows ? Json(name(*part.shows)) : Json(nullptr)}});
    }
    return list;
}

Json bound_of(const TimeBound& bound) {
    return {{"gpu", bound.gpu}, {"seconds", bound.seconds}, {"by", bound.by}};
}

Json resources_of(const std::optional<KernelResources>& resources) {
    if (!resources) {
        return nullptr;
    }
    return {{"architecture", resources->architecture},
            {"registers", resources->registers},
            {"shared_bytes", resources->shared_bytes},
            {"spill_store_bytes", resources->spill_store_bytes},
            {"spill_load_bytes", resources->spill_load_bytes}};
}

} // namespace

std::string json_report(const Lab& lab, const CheckResult& result) {
    const Verdict& verdict = result.verdict;
    Json json;
    json["kit_version"] = result.kit_version;
    json["lab"] = lab.id;
    json["submission"] = result.submission;
    json["backend"] = result.backend;
    json["no_sandbox"] = text_or_null(result.no_sandbox);
    json["seed"] = result.seed;
    json["verdict"] = name(verdict.outcome);
    json["score"] = verdict.score;
    json["max_score"] = verdict.max_score;
    json["cases"] = Json::array();
    for (const CaseResult& one : verdict.cases) {
        json["cases"].push_back(case_of(one, lab));
    }
    json["findings"] = Json::array();
    for (const Finding& finding : verdict.findings) {
        json["findings"].push_back(finding_of(finding));
    }
    if (!result.parts.parts.empty()) {
        json["parts"] = parts_of(result.parts);
        json["outside_parts_is_wrong"] = result.parts.outside_is_wrong;
    }
    if (result.change) {
        Json lines = Json::array();
        for (const SourceLine& line : result.change->lines) {
            lines.push_back(line.line);
        }
        json["change"] = {
            {"lines", lines}, {"what", result.change->what}, {"grids", result.change->grids}};
    }
    json["notes"] = Json::array();
    for (const Note& note : verdict.notes) {
        json["notes"].push_back({{"id", note.id}, {"message", note.message}, {"hint", note.hint}});
    }
    const std::optional<TrafficResult>& traffic = verdict.traffic;
    json["launch"] = traffic ? launch_of(*traffic, lab) : Json(nullptr);
    json["counters"] = traffic ? counters_of(*traffic) : Json(nullptr);
    if (traffic && !traffic->lines.empty()) {
        json["lines"] = lines_of(*traffic);
    }
    json["resources"] = resources_of(result.resources);
    json["timing"] = result.timing ? timing_of(*result.timing, lab) : Json(nullptr);
    if (result.scaling) {
        json["scaling"] = scaling_of(*result.scaling);
    }
    json["no_timing"] = text_or_null(result.no_timing);
    json["hardware"] = result.hardware ? hardware_of(*result.hardware) : Json(nullptr);
    json["not_done"] = result.not_done;
    json["time_bound"] = result.bound ? bound_of(*result.bound) : Json(nullptr);
    json["printed"] = text_or_null(verdict.printed);
    return indented_json(json);
}

} // namespace kit

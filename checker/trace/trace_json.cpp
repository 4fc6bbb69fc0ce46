#include "checker/trace/trace_json.hpp"

#include "checker/base/json_text.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/requests.hpp"
#include "checker/trace/writers.hpp"

#include <cmath>
#include <cstring>

namespace kit {

namespace {

using Json = nlohmann::ordered_json;
using Kind = TraceEvent::Kind;

std::string line_of(const Json& json) {
    return json_line(json) + "\n";
}

Json launch_line(const RecordedLaunch& recorded) {
    const LaunchShape& launch = recorded.observation.launch;
    const Trace& trace = recorded.observation.trace;
    Json json{{"type", "launch"},
              {"version", 1},
              {"lab", recorded.lab.id},
              {"file", recorded.submission.shown_path},
              {"grid", {recorded.extents.x, recorded.extents.y, recorded.extents.z}},
              {"blocks", launch.grid},
              {"threads", launch.block},
              {"events", trace.events.size()},
              {"left_out", trace.left_out}};
    json["arrays"] = Json::array();
    for (const TraceArray& array : trace.arrays) {
        json["arrays"].push_back({{"name", array.name},
                                  {"memory", array.is_shared ? "shared" : "global"},
                                  {"bytes", array.bytes},
                                  {"element", cpp_name(array.element)},
                                  {"extents", array.extents}});
    }
    return json;
}

/// NaN and infinity have no number in JSON.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json value_of_event(const Trace& trace, const TraceEvent& event) {
    if (event.outside || event.array < 0) {
        return nullptr;
    }
    return number(first_value(event, trace.arrays[event.array].element));
}

const char* name_of(Kind kind) {
    switch (kind) {
    case Kind::load: return "load";
    case Kind::store: return "store";
    case Kind::atomic: return "atomic";
    case Kind::copy: return "copy";
    default: return "";
    }
}

Json event_line(const RecordedLaunch& recorded, const Writers& writers, std::size_t i) {
    const Trace& trace = recorded.observation.trace;
    const LaunchShape& launch = recorded.observation.launch;
    const TraceEvent& event = trace.events[i];
    const auto block = position(event.block, launch.grid);
    if (event.kind == Kind::barrier) {
        return {{"type", "barrier"},
                {"event", i},
                {"block", block},
                {"line", event.line},
                {"interval", event.interval},
                {"threads", event.bytes}};
    }
    Json json{{"type", event.kind == Kind::end ? "end" : "access"},
              {"event", i},
              {"block", block},
              {"thread", position(event.thread, launch.block)},
              {"interval", event.interval}};
    if (event.kind == Kind::end) {
        return json;
    }
    json["line"] = event.line;
    json["kind"] = name_of(event.kind);
    json["array"] = event.array < 0 ? Json(nullptr) : Json(event.array);
    json["element"] = element_of(trace, event);
    json["place"] = event.place;
    json["bytes"] = event.bytes;
    json["outside"] = event.outside;
    json["value"] = value_of_event(trace, event);
    json["written_by"] = writers.of[i] == Writers::nobody ? Json(nullptr) : Json(writers.of[i]);
    return json;
}

Json request_line(const LaunchShape& launch, const WarpRequest& request) {
    Json events = Json::array();
    for (const std::size_t event : request.event) {
        events.push_back(event == WarpRequest::none ? Json(nullptr) : Json(event));
    }
    Json json{{"type", "request"},
              {"block", position(request.block, launch.grid)},
              {"warp", request.warp},
              {"interval", request.interval},
              {"line", request.line},
              {"kind", request.is_store ? "store" : "load"},
              {"memory", request.is_shared ? "shared" : "global"},
              {"array", request.array < 0 ? Json(nullptr) : Json(request.array)},
              {"lanes", std::move(events)}};
    if (request.is_shared) {
        json["conflicts"] = request.conflicts;
    } else {
        json["sectors"] = request.sectors;
        json["least_sectors"] = request.least_sectors;
    }
    return json;
}

} // namespace

std::string trace_json(const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    const Writers writers(trace);
    std::string text = line_of(launch_line(recorded));
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        text += line_of(event_line(recorded, writers, i));
    }
    for (const WarpRequest& request : requests_of(trace)) {
        text += line_of(request_line(recorded.observation.launch, request));
    }
    return text;
}

} // namespace kit

#include "checker/trace/thread_uses.hpp"

#include "checker/diagnosis/wording.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/origins.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace kit {

namespace {

using Kind = TraceEvent::Kind;

/// The place in a plane of the array, if it has planes.
std::pair<std::int32_t, std::int64_t> column_of(const Trace& trace, const TraceEvent& event) {
    const TraceArray& array = trace.arrays[event.array];
    const bool has_planes = array.extents.size() > 2 && array.extents.front() > 0;
    const auto bytes = static_cast<std::int64_t>(array.bytes);
    const std::int64_t plane = has_planes ? bytes / array.extents.front() : bytes;
    return {event.array, plane > 0 ? event.place % plane : event.place};
}

} // namespace

bool has_hidden_values(const RecordedLaunch& recorded) {
    const Trace& trace = recorded.observation.trace;
    return input_count(recorded.lab) > 1 ||
           recorded.submission.text.find("__shfl") != std::string::npos ||
           std::ranges::any_of(trace.events, [&trace](const TraceEvent& event) {
               return event.kind == Kind::copy ||
                      (event.kind == Kind::atomic && event.array >= 0 &&
                       trace.arrays[event.array].is_shared); // a sum, of no one element
           });
}

ThreadUses uses_of_thread(const RecordedLaunch& recorded, const TracedThread& thread) {
    const Trace& trace = recorded.observation.trace;
    const std::string out = argument_name(recorded.lab, KernelArgument::Role::output);
    ThreadUses read;
    const auto origins = origins_of(recorded, thread.block);
    std::map<std::pair<std::int32_t, std::int64_t>, std::optional<std::int64_t>> held;
    std::map<std::pair<std::int32_t, std::int64_t>, std::set<std::uint32_t>> storing;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        if (event.block != thread.block || event.array < 0) {
            continue;
        }
        const TraceArray& array = trace.arrays[event.array];
        if (event.bytes % bytes_of(recorded.lab.element) != 0) {
            continue; // a flag
        }
        const bool is_own = event.thread == thread.thread;
        const auto place = std::pair(event.array, event.place);
        if (event.kind == Kind::store && array.is_shared) {
            read.loads_tile = read.loads_tile || is_own;
            const auto origin = origins.find(i);
            std::optional<std::int64_t>& value = held[place];
            const auto before = value;
            value = origin == origins.end() ? std::nullopt : std::optional(origin->second);
            if (before) {
                for (ThreadUses::Holding& one : read.holders[*before]) {
                    if (!one.until && trace.events[one.store].array == event.array &&
                        trace.events[one.store].place == event.place) {
                        one.until = i;
                        one.until_element = value;
                    }
                }
            }
            if (value) {
                read.holders[*value].push_back({i, std::nullopt, std::nullopt});
            }
            storing[column_of(trace, event)].insert(event.thread);
        } else if (event.kind == Kind::store && is_own && array.name == out) {
            read.stores.push_back(i);
        } else if (event.kind == Kind::load && is_own && array.is_shared) {
            const auto value = held.find(place);
            read.reads_computed = read.reads_computed ||
                                  (value != held.end() && !value->second && event.value[0] != 0);
            read.uses.push_back({i, value == held.end() ? std::nullopt : value->second, true});
        } else if (event.kind == Kind::load && is_own && array.is_input) {
            read.uses.push_back({i, element_index(trace, event), false});
        }
    }
    for (ThreadUse& use : read.uses) {
        const auto threads = storing.find(column_of(trace, trace.events[use.event]));
        use.is_own_place = use.is_shared && threads != storing.end() &&
                           threads->second == std::set<std::uint32_t>{thread.thread};
    }
    return read;
}

} // namespace kit

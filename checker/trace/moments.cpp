#include "checker/trace/moments.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace kit {

namespace {

using Kind = TraceEvent::Kind;

constexpr std::uint32_t lanes_of_warp = WarpRequest::lanes_of_warp;

bool is_access(const TraceEvent& event) {
    return event.kind != Kind::barrier && event.kind != Kind::end;
}

Moment moment_of(const WarpRequest& request) {
    return {.warp = request.warp,
            .interval = request.interval,
            .line = request.line,
            .array = request.array,
            .kind = request.is_store ? Kind::store : Kind::load,
            .is_request = true,
            .bytes = request.bytes,
            .lanes = request.lanes,
            .event = request.event,
            .sectors = request.sectors,
            .least_sectors = request.least_sectors,
            .conflicts = request.conflicts};
}

/// The warps' requests, then the accesses that are none, grouped in the same way.
std::vector<Moment> grouped(const Trace& trace, std::uint64_t block) {
    std::vector<Moment> moments;
    std::vector<bool> is_taken(trace.events.size());
    for (const WarpRequest& request : requests_of(trace)) {
        if (request.block != block) {
            continue;
        }
        moments.push_back(moment_of(request));
        for (const std::size_t event : request.event) {
            if (event != WarpRequest::none) {
                is_taken[event] = true;
            }
        }
    }
    using Place =
        std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::uint32_t, std::int32_t, bool>;
    std::map<std::pair<Place, std::uint32_t>, std::size_t> known;   // by place and how often
    std::map<std::pair<Place, std::uint32_t>, std::uint32_t> times; // by place and thread
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        if (event.block != block || !is_access(event) || is_taken[i]) {
            continue;
        }
        const std::uint32_t lane = event.thread % lanes_of_warp;
        const Place place{event.thread / lanes_of_warp,
                          event.interval,
                          event.code,
                          event.turns,
                          event.array,
                          event.outside};
        const std::uint32_t time = times[{place, event.thread}]++;
        const auto [found, is_new] = known.try_emplace({place, time}, moments.size());
        if (is_new) {
            Moment& made = moments.emplace_back();
            made.warp = event.thread / lanes_of_warp;
            made.interval = event.interval;
            made.line = event.line;
            made.array = event.array;
            made.kind = event.kind;
            made.outside = event.outside;
            made.bytes = event.bytes;
            made.event.fill(WarpRequest::none);
        }
        Moment& moment = moments[found->second];
        moment.lanes |= std::uint32_t{1} << lane;
        moment.event[lane] = i;
    }
    return moments;
}

/// The place of each moment among those of its warp in its interval.
std::vector<std::size_t> ordinals(const std::vector<Moment>& moments) {
    // Each thread's moments in the order of its accesses: a moment comes after the one before it.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>,
             std::vector<std::pair<std::size_t, std::size_t>>>
        of_thread;
    std::vector<std::size_t> first(moments.size(), WarpRequest::none);
    for (std::size_t m = 0; m < moments.size(); ++m) {
        for (std::uint32_t lane = 0; lane < lanes_of_warp; ++lane) {
            const std::size_t event = moments[m].event[lane];
            if (event != WarpRequest::none) {
                of_thread[{moments[m].warp, moments[m].interval, lane}].emplace_back(event, m);
                first[m] = std::min(first[m], event);
            }
        }
    }
    std::vector<std::vector<std::size_t>> next(moments.size());
    std::vector<std::size_t> waits_for(moments.size());
    for (auto& [thread, own] : of_thread) {
        std::ranges::sort(own);
        for (std::size_t i = 1; i < own.size(); ++i) {
            next[own[i - 1].second].push_back(own[i].second);
            ++waits_for[own[i].second];
        }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> count; // by warp and interval
    std::vector<std::size_t> ordinal(moments.size(), WarpRequest::none);
    using Entry = std::pair<std::size_t, std::size_t>; // first event, moment
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> all;
    for (std::size_t m = 0; m < moments.size(); ++m) {
        all.emplace(first[m], m);
        if (waits_for[m] == 0) {
            ready.emplace(first[m], m);
        }
    }
    while (!all.empty()) {
        // Nothing is ready where lanes go through their code in different orders: then the earliest.
        auto& from = ready.empty() ? all : ready;
        const std::size_t m = from.top().second;
        from.pop();
        if (ordinal[m] != WarpRequest::none) {
            continue;
        }
        ordinal[m] = count[{moments[m].warp, moments[m].interval}]++;
        for (const std::size_t after : next[m]) {
            if (waits_for[after] > 0 && --waits_for[after] == 0) {
                ready.emplace(first[after], after);
            }
        }
    }
    return ordinal;
}

} // namespace

std::vector<Moment> moments_of(const Trace& trace, std::uint64_t block) {
    std::vector<Moment> moments = grouped(trace, block);
    const std::vector<std::size_t> ordinal = ordinals(moments);
    std::vector<std::size_t> order(moments.size());
    for (std::size_t m = 0; m < order.size(); ++m) {
        order[m] = m;
    }
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
        return std::tuple(moments[a].interval, ordinal[a], moments[a].warp) <
               std::tuple(moments[b].interval, ordinal[b], moments[b].warp);
    });
    std::vector<Moment> sorted;
    sorted.reserve(moments.size());
    for (const std::size_t m : order) {
        sorted.push_back(moments[m]);
    }
    return sorted;
}

bool is_shared(const Trace& trace, const Moment& moment) {
    return moment.array >= 0 && trace.arrays[moment.array].is_shared;
}

std::string operation_name(const Trace& trace, const Moment& moment) {
    const char* operation = "load of";
    switch (moment.kind) {
    case Kind::store: operation = "store to"; break;
    case Kind::atomic: operation = "atomic on"; break;
    case Kind::copy: operation = "copy to"; break;
    default: break;
    }
    return std::string(operation) + " " +
           (moment.array < 0 ? "memory" : trace.arrays[moment.array].name);
}

} // namespace kit

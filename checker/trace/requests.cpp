#include "checker/trace/requests.hpp"

#include "checker/emulator/runtime/sectors_and_banks.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace kit {

namespace {

constexpr std::uint32_t sector_bytes = 32;

void count(WarpRequest& request, const Trace& trace) {
    std::uint64_t addresses[WarpRequest::lanes_of_warp] = {};
    std::uint32_t taking_part = 0;
    for (std::uint32_t lane = 0; lane < WarpRequest::lanes_of_warp; ++lane) {
        if (request.event[lane] != WarpRequest::none) {
            addresses[lane] = trace.events[request.event[lane]].address;
            ++taking_part;
        }
    }
    const runtime::LaneAddresses lanes{addresses, request.lanes, request.bytes};
    if (request.is_shared) {
        const std::uint32_t passes = runtime::wavefronts(lanes, request.is_store);
        request.conflicts = passes > 1 ? passes - runtime::ideal_wavefronts(lanes, passes) : 0;
        return;
    }
    request.sectors = runtime::sectors(lanes);
    const std::uint32_t bytes = taking_part * request.bytes - runtime::repeated_bytes(lanes);
    request.least_sectors = std::max(1u, (bytes + sector_bytes - 1) / sector_bytes);
}

} // namespace

std::vector<WarpRequest> requests_of(const Trace& trace) {
    using Kind = TraceEvent::Kind;
    std::vector<WarpRequest> requests;
    // Code in the turns of loops.
    using Place = std::pair<std::uint64_t, std::uint32_t>;
    // By block, warp, barrier interval, place and how often the lane came by.
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, Place, std::uint32_t>,
             std::size_t>
        known;
    // How often each thread came by a place in this interval.
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, Place>, std::uint32_t> times;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const TraceEvent& event = trace.events[i];
        if ((event.kind != Kind::load && event.kind != Kind::store) || event.outside ||
            event.bytes == 0 || event.bytes > 16) {
            continue;
        }
        const Place place{event.code, event.turns};
        const std::uint32_t time = times[{event.block, event.thread, event.interval, place}]++;
        const std::uint32_t warp = event.thread / WarpRequest::lanes_of_warp;
        const auto [found, is_new] =
            known.try_emplace({event.block, warp, event.interval, place, time}, requests.size());
        if (is_new) {
            WarpRequest& made = requests.emplace_back();
            made.block = event.block;
            made.warp = warp;
            made.interval = event.interval;
            made.line = event.line;
            made.array = event.array;
            made.is_shared = event.array >= 0 && trace.arrays[event.array].is_shared;
            made.is_store = event.kind == Kind::store;
            made.bytes = event.bytes;
            made.event.fill(WarpRequest::none);
        }
        WarpRequest& request = requests[found->second];
        const std::uint32_t lane = event.thread % WarpRequest::lanes_of_warp;
        request.lanes |= std::uint32_t{1} << lane;
        request.event[lane] = i;
    }
    for (WarpRequest& request : requests) {
        count(request, trace);
    }
    return requests;
}

} // namespace kit

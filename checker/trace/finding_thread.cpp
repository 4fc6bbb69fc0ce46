#include "checker/trace/finding_thread.hpp"

#include "checker/diagnosis/places/tilings.hpp"
#include "checker/trace/naming.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kit {

namespace {

using Index = std::array<std::uint32_t, 3>;

bool is_within(const Index& index, const Index& extents) {
    return index[0] < extents[0] && index[1] < extents[1] && index[2] < extents[2];
}

/// Wrong cells have no thread: the output shows them, not an access.
bool is_about_cell(const Finding& finding) {
    return finding.index && (finding.kind == FindingKind::wrong_output ||
                             finding.kind == FindingKind::input_modified);
}

/// Whether it accesses this element of a global array: a vector's access has several.
bool is_at(const Trace& trace, const TraceEvent& event, std::int64_t index) {
    if (event.array < 0 || event.outside) {
        return false;
    }
    const TraceArray& array = trace.arrays[event.array];
    const std::int64_t place = index * static_cast<std::int64_t>(bytes_of(array.element));
    return !array.is_shared && event.place <= place &&
           place < event.place + static_cast<std::int64_t>(event.bytes);
}

/// Among the blocks of the likeliest tiling, the nearest to the cell, and in it the nearest thread.
TracedThread likeliest_owner(const RecordedLaunch& launch, std::int64_t cell) {
    const LaunchShape& shape = launch.observation.launch;
    const Tiling tiling = tilings(launch.lab, launch.extents, shape).front();
    const auto at = launch.extents.cell(cell);
    Index block{};
    Index thread{};
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const AxisTiles& tiles = tiling[axis];
        const std::int64_t threads = shape.block[axis];
        const std::int64_t tile =
            std::clamp<std::int64_t>(tiles.tile_of(at[axis]), 0, shape.grid[axis] - 1);
        const std::int64_t halo = std::max<std::int64_t>((threads - tiles.cells) / 2, 0);
        block[axis] = static_cast<std::uint32_t>(tile);
        thread[axis] = static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(at[axis] - tiles.first_of(tile) + halo, 0, threads - 1));
    }
    return {number_at(block, shape.grid),
            static_cast<std::uint32_t>(number_at(thread, shape.block))};
}

std::optional<TracedThread> last_writer(const Finding& finding, const RecordedLaunch& launch) {
    const Trace& trace = launch.observation.trace;
    const auto last =
        std::find_if(trace.events.rbegin(), trace.events.rend(), [&](const TraceEvent& event) {
            return writes_wrong_cell(finding, trace, event);
        });
    return last == trace.events.rend() ? std::nullopt
                                       : std::optional(TracedThread{last->block, last->thread});
}

/// The one that reads the input at the cell and is nearest to `owner`; that one if none does.
TracedThread reader(const Finding& finding, const RecordedLaunch& launch,
                    const TracedThread& owner) {
    const Trace& trace = launch.observation.trace;
    TracedThread best = owner;
    int best_rank = 0;
    for (const TraceEvent& event : trace.events) {
        if (event.kind != TraceEvent::Kind::load || !is_at(trace, event, *finding.index) ||
            !trace.arrays[event.array].is_input) {
            continue;
        }
        const int rank = event.block != owner.block ? 1 : event.thread != owner.thread ? 2 : 3;
        if (rank > best_rank) {
            best = {event.block, event.thread};
            best_rank = rank;
        }
    }
    return best;
}

} // namespace

bool writes_wrong_cell(const Finding& finding, const Trace& trace, const TraceEvent& event) {
    return is_about_cell(finding) &&
           (event.kind == TraceEvent::Kind::store || event.kind == TraceEvent::Kind::atomic) &&
           is_at(trace, event, *finding.index) && trace.arrays[event.array].name == finding.array;
}

std::optional<std::size_t> found_in(const Finding& wanted, const std::vector<Finding>& findings) {
    std::optional<std::size_t> best;
    int best_rank = 0;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& one = findings[i];
        if (one.kind != wanted.kind) {
            continue;
        }
        const bool shares_line =
            std::ranges::find_first_of(one.lines, wanted.lines) != one.lines.end();
        const int rank = 1 + (one.array == wanted.array ? 1 : 0) + (shares_line ? 2 : 0) +
                         (one.cause == wanted.cause ? 4 : 0);
        if (rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    return best;
}

std::optional<TracedThread> thread_of(const Finding& finding, const RecordedLaunch& launch,
                                      const RecordBlock& record) {
    const LaunchShape& shape = launch.observation.launch;
    if (!finding.threads.empty()) {
        const auto& [block, thread, gpu, sweep] = finding.threads.front();
        if (!is_within(block, shape.grid) || !is_within(thread, shape.block)) {
            return std::nullopt;
        }
        return TracedThread{number_at(block, shape.grid),
                            static_cast<std::uint32_t>(number_at(thread, shape.block))};
    }
    if (!is_about_cell(finding)) {
        return std::nullopt;
    }
    const TracedThread owner = likeliest_owner(launch, *finding.index);
    // One block is recorded as a whole; of a large launch, all blocks are not.
    if (const auto writer = last_writer(finding, *record(owner.block))) {
        return writer;
    }
    const auto all = record(std::nullopt);
    const auto writer = last_writer(finding, *all);
    return writer ? *writer : reader(finding, *all, owner);
}

} // namespace kit

// What a trace's drawing shows and its caption counts: who loads which cell, what one thread reads, which plane is
// loaded and read between which barriers, and what one request of its warp takes.
#pragma once

#include "checker/trace/requests.hpp"
#include "handouts/builder/traces/request.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// What the block does to a cell of the grid.
struct TracedCell {
    int loads = 0;          ///< by the block's threads, from global memory
    bool is_read = false;   ///< from shared memory, or loaded by a thread that computes
    bool is_stored = false; ///< the block computes it
    // By the thread, up to its first output:
    bool thread_loads = false;  ///< from global memory
    bool thread_reads = false;  ///< from shared memory
    bool thread_stores = false; ///< that output
};

/// What the block does with a plane between two barriers.
struct PlaneMoment {
    bool is_loaded = false; ///< from global memory
    bool is_read = false;   ///< from shared memory
    bool is_stored = false;
};

struct TraceAccount {
    Extents extents;
    std::vector<TracedCell> cells;               ///< x fastest
    std::vector<std::vector<PlaneMoment>> march; ///< by the barriers passed before, then by plane
    std::vector<std::int64_t>
        planes; ///< that the thread's first output is computed from, from below
    std::optional<WarpRequest>
        request; ///< the first load from global memory that the thread takes part in
    std::map<std::string, std::int64_t, std::less<>>
        counts; ///< by the names in trace_count_names()

    [[nodiscard]] const TracedCell& at(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return cells[extents.index(x, y, z)];
    }
};

/// The account of a kernel with one input grid; worked out once for each recording. Throws MarkerError if the thread
/// stores nothing: there is nothing to explain. Precondition: the trace is one of recorded_trace().
[[nodiscard]] const TraceAccount& account_of(const PageTrace& trace);

/// =trace(5 thread=3,3,3 thread-loads): one of the counts, or a size of the launch. Throws as recorded_trace() does,
/// and MarkerError on an unknown name, with all of them.
[[nodiscard]] std::int64_t trace_count(const std::filesystem::path& root,
                                       const std::vector<std::string>& words);

} // namespace kit

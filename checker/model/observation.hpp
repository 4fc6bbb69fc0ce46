// A run of one case before anyone judges it: its launch, outputs, counts and findings.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/counters.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/line_counters.hpp"
#include "checker/model/trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// The launch the submission asked for.
struct LaunchShape {
    std::array<std::uint32_t, 3> grid{1, 1, 1};  ///< blocks along x, y, z
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads along x, y, z
    std::uint64_t dynamic_shared_bytes = 0;
    bool programmatic = false; ///< in a series, may begin before the previous launch ends
    bool by_flags = false;     ///< of several GPUs: the kernel itself waits for its neighbours
};

/// Whether all blocks and threads lie along x. On a grid of several axes such threads count cells from row to row: a
/// thread's number is not the x of its cell.
[[nodiscard]] inline bool is_linear(const LaunchShape& launch) {
    return launch.grid[1] * launch.grid[2] == 1 && launch.block[1] * launch.block[2] == 1;
}

struct Observation {
    Extents extents;
    bool launched = false;  ///< `launch` holds what launch_config returned
    bool completed = false; ///< the kernel finished; only then are outputs and counters complete
    LaunchShape launch;
    std::vector<std::byte> input;  ///< the input array after the run; empty: it is as it was
    std::vector<std::byte> output; ///< the output array after the run
    Counters counters;
    std::uint64_t course =
        0; ///< of a run that was asked for it: equal where the accesses were the same
    /// Lines of the source in which blocks passed a barrier; not all if there are very many. After a completed run
    /// only.
    std::vector<int> barrier_lines;
    std::vector<LineCounters> line_counters; ///< by line; empty unless they were asked for
    Trace trace;                             ///< empty unless it was asked for
    std::vector<Finding> findings;           ///< by the runtime, or by the process that started it
    std::string printed;                     ///< output of the kernel's printf, cut at a limit
    std::uint64_t peak_memory_bytes = 0;     ///< of the emulator's process
    double seconds = 0; ///< the launch alone: wall clock, at most its processor time
};

} // namespace kit

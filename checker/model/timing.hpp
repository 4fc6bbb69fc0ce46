// How long a kernel takes on a GPU, and what it was measured beside: figures of one run, so that
// their ratios hold whatever the machine was doing.
#pragma once

#include "checker/model/extents.hpp"
#include "checker/model/statistics.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace kit {

/// What a GPU's management library says around a measurement; absent where it says nothing.
struct GpuState {
    std::optional<int> sm_mhz;
    std::optional<int> memory_mhz;
    std::optional<int> celsius;
    std::string throttled; ///< reasons other than idling, in words; empty: none
};

struct Timing {
    std::string gpu; ///< "NVIDIA H200"
    Extents extents;
    int sweeps = 1;               ///< that one launch does
    std::uint64_t bytes = 0;      ///< the chapter's: each cell of the grid read and written once
    std::uint64_t operations = 0; ///< 2p − 1 for each output point
    TimeSummary cold;             ///< neither array in the L2 cache
    TimeSummary hot;              ///< as much of both as fits in it
    TimeSummary copy;             ///< a device-to-device copy of the input to the output, cold
    std::optional<TimeSummary> baseline; ///< one sweep of the basic kernel, cold; or none
    std::string baseline_lab;            ///< whose solution that is
    /// One launch of a series: a graph of 200, each on what the one before it left, in place; of
    /// grids that fit in the L2 cache, where the gaps between launches count.
    std::optional<TimeSummary> series;
    double empty_kernel_seconds = 0;    ///< what the events show of a kernel that does nothing
    std::uint64_t checked_launches = 0; ///< every timed one of the submission's, each right
    GpuState before;
    GpuState after;

    /// How many times as fast as the basic kernel, sweep for sweep. Precondition: there is one.
    [[nodiscard]] double speed_against_baseline() const {
        return sweeps * baseline->median / cold.median;
    }

    /// Where the kernel stands under the data sheet's roofline, one sentence; empty where the GPU is
    /// none of the data file.
    std::string roofline;

    bool inconclusive = false; ///< the spread of a figure is too wide to tell
};

} // namespace kit

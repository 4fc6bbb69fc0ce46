// How long a kernel takes on a GPU, compared with other kernels timed in the same run, so that the
// ratios hold however busy the machine is; and the statistics of repeated launches.
#pragma once

#include "checker/base/extents.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// A summary of at least one time.
struct TimeSummary {
    double median = 0; ///< seconds
    double least = 0;
    double greatest = 0;
    /// Half the width of the median's 95 % confidence interval, divided by the median. Computed from
    /// the order statistics, for any distribution of the times (Hahn and Meeker, "Statistical
    /// Intervals"). 1 for fewer than 6 times.
    double relative_half_width = 1;
    std::size_t launches = 0;
};

/// Precondition: at least one time.
[[nodiscard]] TimeSummary summarize(std::vector<double> seconds);

/// True once enough was measured: at least 30 launches, and a relative half-width under 1 %.
[[nodiscard]] bool settled(const TimeSummary& summary);

/// True if the spread is too wide to state a time: a relative half-width over 5 %.
[[nodiscard]] bool inconclusive(const TimeSummary& summary);

/// True once launches stop getting faster: the median of the last `window` times is within 2 % of
/// the median of the `window` times before. False with fewer than 2 · window times.
[[nodiscard]] bool warmed_up(const std::vector<double>& seconds, std::size_t window = 5);

/// State of the GPU before or after a measurement, from its management library; absent if unknown.
struct GpuState {
    std::optional<int> sm_mhz;
    std::optional<int> memory_mhz;
    std::optional<int> celsius;
    std::string throttled; ///< reasons other than idling, in words; may be empty
};

/// How a kernel's speed grows with the number of GPUs. Times are of one sweep in a series, each of whose ends was
/// checked; the series take turns.
struct Scaling {
    std::string gpu;  ///< "NVIDIA H200"
    std::string link; ///< "NVLink", "PCIe" or "peer access"; empty for one GPU
    int gpus = 1;
    bool by_flags = false;
    int sweeps = 0;                    ///< of a series
    Extents extents;                   ///< that one GPU sweeps, and all of them together
    Extents extents_of_all;            ///< with as many own planes for each GPU
    TimeSummary one;                   ///< one GPU
    std::optional<TimeSummary> strong; ///< all of them, the same grid; absent for one GPU
    /// All of them, the larger grid; absent for one GPU, and where there is no memory to check it.
    std::optional<TimeSummary> weak;
    double copy_rate = 0; ///< bytes a second that the copy engines bring to the next GPU
    std::uint64_t checked_series = 0;

    /// 1 where the time is divided by the number of GPUs. Precondition: `strong` is there.
    [[nodiscard]] double strong_scaling() const { return one.median / (gpus * strong->median); }

    /// 1 where the time stays the same. Precondition: `weak` is there.
    [[nodiscard]] double weak_scaling() const { return one.median / weak->median; }
};

struct Timing {
    std::string gpu; ///< "NVIDIA H200"
    Extents extents;
    int sweeps = 1;               ///< of one launch
    std::uint64_t bytes = 0;      ///< each cell of each array read or written once
    std::uint64_t copy_bytes = 0; ///< likewise of the copy
    std::uint64_t operations = 0; ///< 2p − 1 for each output point
    TimeSummary cold;             ///< neither array in the L2 cache
    TimeSummary hot;              ///< as much of both as fits in the L2 cache
    TimeSummary copy;             ///< a device-to-device copy of the input to the output, cold
    std::optional<TimeSummary> baseline; ///< one sweep of the basic kernel, cold
    std::string baseline_lab;            ///< the lab whose solution the baseline is
    /// One launch of a series: a graph of 200 launches in place, each on the previous one's result.
    /// Measured on grids that fit in the L2 cache, where the gaps between launches count.
    std::optional<TimeSummary> series;
    double empty_kernel_seconds = 0;    ///< time between the events of a kernel that does nothing
    std::uint64_t checked_launches = 0; ///< the submission's timed launches; every one was right
    GpuState before;
    GpuState after;

    /// The copy's time for as many bytes as the kernel's.
    [[nodiscard]] double copy_seconds() const {
        return copy.median * static_cast<double>(bytes) / static_cast<double>(copy_bytes);
    }

    /// Speed relative to the baseline, sweep for sweep. Precondition: there is a baseline.
    [[nodiscard]] double speed_against_baseline() const {
        return sweeps * baseline->median / cold.median;
    }

    /// One sentence: the kernel against the data sheet's roofline. Empty if the GPU is not in the data
    /// file.
    std::string roofline;

    bool inconclusive = false; ///< the spread of a time is too wide
};

} // namespace kit

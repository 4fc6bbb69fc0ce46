// Times of a launch summed up: medians, how sure they are, and when to stop measuring.
#pragma once

#include <cstddef>
#include <vector>

namespace kit {

/// Of at least one time.
struct TimeSummary {
    double median = 0; ///< seconds
    double least = 0;
    double greatest = 0;
    /// Half the width of the median's confidence interval of 95 %, over the median: from the order
    /// statistics, whatever the times' distribution (Hahn and Meeker, "Statistical Intervals").
    /// 1 where there are too few times to say: under 6.
    double relative_half_width = 1;
    std::size_t launches = 0;
};

/// Precondition: at least one time.
[[nodiscard]] TimeSummary summarize(std::vector<double> seconds);

/// When enough was measured: at least 30 launches, and a relative half-width under 1 %.
[[nodiscard]] bool settled(const TimeSummary& summary);

/// Whether the spread is too wide for a figure: a relative half-width over 5 %.
[[nodiscard]] bool inconclusive(const TimeSummary& summary);

/// Whether launches have stopped getting faster: the median of the last `window` times is within
/// 2 % of the median of the `window` before. False with fewer than 2 · window times.
[[nodiscard]] bool warmed_up(const std::vector<double>& seconds, std::size_t window = 5);

} // namespace kit

#include "checker/model/timing.hpp"

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

constexpr std::size_t least_launches = 30;
constexpr double settled_half_width = 0.01;
constexpr double widest_half_width = 0.05;
constexpr double warm_tolerance = 0.02;

double median_of_sorted(const std::vector<double>& sorted) {
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    return median_of_sorted(values);
}

/// The greatest k for which, with a chance of at most 2.5 %, fewer than k of n times are below the
/// median: the k-th and the (n − k + 1)-th time, counted from 1, enclose it. 0 if n is too small.
std::size_t interval_rank(std::size_t n) {
    constexpr double tail = 0.025;
    // Binomial(n, 1/2) from its logarithm: 2^-n underflows for many launches.
    double below = 0;
    std::size_t rank = 0;
    for (std::size_t k = 0; k <= n / 2; ++k) {
        below += std::exp(
            std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(k) + 1) -
            std::lgamma(static_cast<double>(n - k) + 1) - static_cast<double>(n) * std::log(2.0));
        if (below > tail) {
            break;
        }
        rank = k + 1;
    }
    return rank;
}

} // namespace

TimeSummary summarize(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    TimeSummary summary;
    summary.launches = seconds.size();
    summary.median = median_of_sorted(seconds);
    summary.least = seconds.front();
    summary.greatest = seconds.back();
    const std::size_t rank = interval_rank(seconds.size());
    if (rank > 0 && summary.median > 0) {
        const double width = seconds[seconds.size() - rank] - seconds[rank - 1];
        summary.relative_half_width = width / 2 / summary.median;
    }
    return summary;
}

bool settled(const TimeSummary& summary) {
    return summary.launches >= least_launches && summary.relative_half_width < settled_half_width;
}

bool inconclusive(const TimeSummary& summary) {
    return summary.relative_half_width > widest_half_width;
}

bool warmed_up(const std::vector<double>& seconds, std::size_t window) {
    if (seconds.size() < 2 * window) {
        return false;
    }
    const auto end = seconds.end();
    const auto width = static_cast<std::ptrdiff_t>(window);
    const double last = median_of({end - width, end});
    const double before = median_of({end - 2 * width, end - width});
    return std::abs(last - before) <= warm_tolerance * before;
}

} // namespace kit

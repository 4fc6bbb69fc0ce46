// What the benchmarks share: spreads of repeated measurements.
#pragma once

#include <string>
#include <vector>

namespace kit {

/// Median, least and greatest of some seconds.
struct Spread {
    double median = 0;
    double least = 0;
    double greatest = 0;
};

/// Precondition: at least one.
[[nodiscard]] Spread spread_of(std::vector<double> seconds);

/// "0.325 (0.321-0.333)".
[[nodiscard]] std::string text_of(const Spread& spread);

} // namespace kit

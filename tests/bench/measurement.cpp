#include "tests/bench/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

Spread spread_of(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

std::string text_of(const Spread& spread) {
    return fmt::format("{:.3f} ({:.3f}-{:.3f})", spread.median, spread.least, spread.greatest);
}

} // namespace kit

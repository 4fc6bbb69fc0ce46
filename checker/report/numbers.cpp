#include "checker/report/numbers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace kit {

std::string thousands(std::uint64_t value) {
    std::string digits = fmt::format("{}", value);
    for (std::size_t position = digits.size(); position > 3;) {
        position -= 3;
        digits.insert(position, 1, ',');
    }
    return digits;
}

std::string magnitude(double value) {
    return fmt::format("{:.2g}", value);
}

std::string duration(double seconds) {
    if (seconds < 0.0005) {
        return "<1 ms";
    }
    if (seconds < 0.0995) {
        return fmt::format("{:.0f} ms", seconds * 1e3);
    }
    if (seconds < 9.995) {
        return fmt::format("{:.2f} s", seconds);
    }
    if (seconds < 119.95) {
        return fmt::format("{:.1f} s", seconds);
    }
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    return fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string difference(double measured, double expected) {
    if (measured == expected) {
        return "equal";
    }
    if (expected == 0) {
        return "more than none";
    }
    const double percent = (measured / expected - 1) * 100;
    const double size = std::fabs(percent);
    const char* sign = percent < 0 ? "−" : "+";
    if (size >= 99.95) {
        return fmt::format("{}{} %", sign,
                           thousands(static_cast<std::uint64_t>(std::llround(size))));
    }
    if (size >= 0.95) {
        return fmt::format("{}{:.1f} %", sign, size);
    }
    const int decimals = std::min(1 - static_cast<int>(std::floor(std::log10(size))), 9);
    return fmt::format("{}{:.{}f} %", sign, size, decimals);
}

std::string microseconds(double seconds) {
    const double value = seconds * 1e6;
    if (value >= 1000) {
        return thousands(static_cast<std::uint64_t>(value + 0.5)) + " µs";
    }
    return fmt::format("{:.{}f} µs", value, value >= 100 ? 1 : 2);
}

} // namespace kit

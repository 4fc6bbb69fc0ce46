#include "checker/base/numbers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kit {

namespace {

std::string sizes_between(const Extents& extents, int axes, const std::string& separator) {
    std::string text;
    for (int axis = 0; axis < axes; ++axis) {
        text += (axis > 0 ? separator : "") + thousands(extents[axis]);
    }
    return text;
}

} // namespace

std::optional<double> number_in(std::string text) {
    std::ranges::replace(text, ',', '.');
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

std::string grouped_digits(std::string text) {
    const std::ptrdiff_t first_digit = text.starts_with('-') ? 1 : 0;
    const auto point = static_cast<std::ptrdiff_t>(std::min(text.find('.'), text.size()));
    for (auto place = point - 3; place > first_digit; place -= 3) {
        text.insert(static_cast<std::size_t>(place), 1, ',');
    }
    return text;
}

std::string product_text(const Extents& extents, int axes) {
    const bool square = axes == 2 && extents.x == extents.y;
    const bool cube = axes == 3 && extents.x == extents.y && extents.y == extents.z;
    if (square || cube) {
        return thousands(extents.x) + (square ? "²" : "³");
    }
    return sizes_between(extents, axes, "·");
}

std::string shape_text(const Extents& extents, int axes) {
    return sizes_between(extents, axes, "×");
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

// Numbers and sizes as the reports write them.
#pragma once

#include "checker/base/extents.hpp"

#include <concepts>
#include <optional>
#include <string>

namespace kit {

/// The number that the whole text is, with a point or a comma before its decimals.
[[nodiscard]] std::optional<double> number_in(std::string text);

/// A number with a comma before each group of three digits left of its point: "1,234.5678".
[[nodiscard]] std::string grouped_digits(std::string digits);

/// "1,643,032", "-1,024".
template <std::integral T>
[[nodiscard]] std::string thousands(T value) {
    return grouped_digits(std::to_string(value));
}

/// The product of the first `axes` (1 to 3) sizes: "118³", "30²", "30·30·16", "8".
[[nodiscard]] std::string product_text(const Extents& extents, int axes = 3);

/// The first `axes` (1 to 3) sizes as a shape: "8×8×8", "32×32".
[[nodiscard]] std::string shape_text(const Extents& extents, int axes = 3);

/// An error or a bound, two significant digits: "0", "3.8e-07", "0.12", "nan", "inf".
[[nodiscard]] std::string magnitude(double value);

/// "4 ms", "0.31 s", "12.4 s", "3 min 5 s"; below half a millisecond "<1 ms".
[[nodiscard]] std::string duration(double seconds);

/// "12.34 µs", "1,234 µs": four digits.
[[nodiscard]] std::string microseconds(double seconds);

/// How far `measured` is from `expected`: "equal", "+12.5 %", "−0.0030 %"; "more than none" where
/// zero was expected.
[[nodiscard]] std::string difference(double measured, double expected);

} // namespace kit

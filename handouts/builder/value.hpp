// What a marker stands for: an exact number with the digits it is known to, or a text.
#pragma once

#include "analytics/exact.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace handouts {

struct Number {
    analytics::Rational value;
    /// Digits after the point that its source writes; absent: the result of a division or the like,
    /// of which the author has to say how exact it should be.
    std::optional<int> digits;
};

using Value = std::variant<Number, std::string>;

/// "1,643,032" or "-0.05", `digits` after the point, thousands grouped. Throws Overflow.
[[nodiscard]] std::string written(const analytics::Rational& value, int digits);

/// Reads "12", "644.080", ".5"; absent where the text is no such number or has too many digits.
[[nodiscard]] std::optional<Number> read_number(std::string_view text);

} // namespace handouts

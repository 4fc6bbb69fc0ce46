// One number as it is written in different countries.
//
//     point     1,643,032.5  1 643 032.5  1'643'032.5  1_643_032.5  16,43,032.5 (India)
//     comma     1.643.032,5  1 643 032,5  1'643'032,5
//
// "2,539" can be read in both ways, with different values. The reader does not choose: who knows the
// question does.
#pragma once

#include "checker/base/exact.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace kit {

/// By which sign decimals are set off.
enum class Notation { point, comma };

struct Numeral {
    Rational value;
    int digits = 0;      ///< after the point
    int significant = 1; ///< from the first digit that is not 0
    std::size_t bytes = 0;
    bool has_exponent = false;
    char doubtful = '\0'; ///< ',' or '.', if that sign means something else in the other notation
};

/// The number at the beginning of the text, with its power of ten as in 1.6e6 and C++'s endings as in
/// 8u and 2.5f; hexadecimal and binary ones, too. Absent where none is written so. Throws Overflow.
[[nodiscard]] std::optional<Numeral> numeral_at(std::string_view text, Notation notation);

[[nodiscard]] constexpr bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Whether it is a small ASCII letter.
[[nodiscard]] constexpr bool is_letter(char letter) {
    return letter >= 'a' && letter <= 'z';
}

} // namespace kit

// Numbers as they are written in different countries, made into one form.
//
//     point     1,643,032.5  1 643 032.5  1'643'032.5  1_643_032.5  16,43,032.5 (India)
//     comma     1.643.032,5  1 643 032,5  1'643'032,5
//
// "2,539" can be read in both ways, with different values. The reader does not choose: who knows the
// question does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// By which sign decimals are set off.
enum class Notation { point, comma };

/// A text whose numbers calculate() reads.
struct PlainNumbers {
    std::string text;       ///< "1643032", "2.539": digits without groups, decimals behind a point
    bool has_scale = false; ///< some number has an exponent, or a k or M within the expression
    bool has_doubtful_comma = false; ///< some comma could be another sign in the other notation
    bool has_doubtful_point = false; ///< some point could
};

/// Every number of the text in this notation; absent where one is not written so. Hexadecimal and
/// binary numbers, endings as in 8u and 2.5f, powers of ten as in 1.6e6 and a k, Ki, M or Mi directly
/// behind a number within an expression are worked out. Precondition: as from plain_signs().
[[nodiscard]] std::optional<PlainNumbers> plain_numbers(std::string_view text, Notation notation);

} // namespace kit

// Arithmetic as people type it, computed exactly: "1,643,032", "20^3", "13/28", "⌈118/6⌉³".
//
//     numbers     as in numeral.hpp; within an expression k, Ki, M and Mi behind them are worked out
//     operators   + - · * × x / ÷ ^ **, parentheses, ² to ⁹; ^ before · and / before + and -
//     rounding    ⌈ ⌉ and ceil( ), ⌊ ⌋ and floor( )
//     names       name(words), where the caller knows names
#pragma once

#include "analytics/count/numeral.hpp"
#include "checker/base/exact.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

struct Calculation {
    Rational value;
    /// Digits after the point: of one number those written, of a sum the fewest of its terms; absent
    /// after any other operation, as they would be arbitrary.
    std::optional<int> digits;
    bool is_single = true;     ///< one number or name, nothing computed
    bool has_decimals = false; ///< some number has digits after its point
    int significant = 0;       ///< digits of the last number, from the first that is not 0
    bool has_scale = false;    ///< some number has an exponent, or a k or M within the expression
    bool has_doubtful_comma = false; ///< some comma could be another sign in the other notation
    bool has_doubtful_point = false; ///< some point could
    std::string_view rest; ///< of the text, from where the expression ends; no space before it
};

/// Text that cannot be calculated. what() is a clause about it: "it ends too early".
struct NotArithmetic : BadInput {
    using BadInput::BadInput;
};

struct NamedNumber {
    Rational value;
    std::optional<int> digits;
};

/// The number that a name stands for; `words` are those between its parentheses.
using NumberByName = std::function<NamedNumber(std::string_view name, std::string_view words)>;

/// The longest expression at the beginning of the text, which may not be empty. Throws NotArithmetic,
/// Overflow, BadInput on a division by 0, and what `names` throws.
[[nodiscard]] Calculation calculate(std::string_view text, const NumberByName& names = {},
                                    Notation notation = Notation::point);

} // namespace kit

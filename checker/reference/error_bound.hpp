// How far a right kernel's result may lie from the exact one: no magic epsilon, but its derivation.
#pragma once

#include "checker/model/lab.hpp"

#include <cstddef>

namespace kit {

/// The allowed error of a cell is this factor times S = Σ|c·x|, the sum of its terms' magnitudes.
/// 0 for short and int, which are exact.
///
/// The factor is (2p − 1)·u for p terms, u the element's unit roundoff (2^-11 half, 2^-24 float, 2^-53 double):
/// one u for each operation of the sum. Why no right kernel exceeds it:
///
/// Every rounding multiplies what is rounded by 1 + d, |d| <= u/(1 + u). However the sum is
/// arranged, a term c·x is rounded once as a product and once in each addition it is part of, at
/// most p − 1 times: p times in all. A fused multiply-add leaves out the product's rounding. So
/// each term's relative error is at most (1 + u)^p − 1 <= p·u / (1 − p·u), and the sum's error is
/// at most that times S. For p >= 2 this is below (2p − 1)·u as long as p·u <= (p − 1) / (2p − 1),
/// which p·u <= 1/3 ensures: the second-order part is covered for any stencil that one could write.
/// For p = 1 the one rounding gives |d| < u by itself.
///
/// The rest of the factor leaves room for other right arrangements: a coefficient that is itself
/// rounded (one more rounding a term), coefficients factored out, the Laplacian as a sum of
/// differences or with the centre subtracted six times. Clamping to a range moves no two numbers
/// apart, so it needs no more. Of float and double nothing underflows: see draw.hpp for the sizes of the inputs.
///
/// A small second summand covers the reference's own error and the rounding of S and of the factor.
///
/// A term that another input multiplies, c·k·x, is one product and one rounding more: each of these `products`
/// is one more operation.
[[nodiscard]] double error_factor(Element element, std::size_t terms, std::size_t products = 0);

/// Where the result is the sum's square, the allowed error is this factor times S². `sum_factor`
/// is error_factor() of the sum, f for short.
///
/// A right kernel's sum is off by d, |d| <= f·S, and |s| <= S, so that before its own rounding the
/// square is off by |2·s·d + d²| <= (2·f + f²)·S². Rounding adds u times the square, which is at
/// most (1 + f)²·S². S² and not s²: a square that was multiplied out, a² + 2·a·b + b², cancels no
/// better than the sum. A small summand covers the reference's own error, as above.
[[nodiscard]] double square_error_factor(Element element, double sum_factor);

/// The factor of the lab's result, by which of the two its operation asks for.
[[nodiscard]] double error_factor(const Lab& lab);

/// What half's narrow range of exponents adds to the allowed error, where S is `magnitude`: below 2^-14 a product is
/// rounded to multiples of 2^-24. Each term has up to two products and, where coefficients are factored out, one more;
/// a sum so small is exact. 0 for other elements.
[[nodiscard]] double underflow(const Lab& lab, double magnitude);

/// What the factor is multiplied by: S, or S² where the result is a square.
[[nodiscard]] constexpr double error_scale(ResultOperation operation, double magnitude) {
    return operation == ResultOperation::square ? magnitude * magnitude : magnitude;
}

} // namespace kit

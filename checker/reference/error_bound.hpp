// How far a right kernel's result may lie from the exact one: no magic epsilon, but its derivation.
#pragma once

#include "checker/model/lab.hpp"

#include <cstddef>

namespace kit {

/// The allowed error of a cell is this factor times S = Σ|c·x|, the sum of its terms' magnitudes.
/// 0 for int, which is exact.
///
/// The factor is (2p − 1)·u for p terms, u the element's unit roundoff (2^-24 float, 2^-53 double):
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
/// apart, so it needs no more. Nothing underflows: see draw.hpp for the sizes of the inputs.
///
/// A small second summand covers the reference's own error and the rounding of S and of the factor.
[[nodiscard]] double error_factor(Element element, std::size_t terms);

} // namespace kit

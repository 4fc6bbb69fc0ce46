// Several sweeps in a row, each on the result of the one before: what a right kernel of float elements
// must give, and how large its error may be.
//
// The reference keeps its values in double. A kernel's own values differ from them by a bound that
// grows with each sweep: with |v' - v| <= b before a sweep, its result is off by at most
// Σ|c|·b + f·(Σ|c·v| + Σ|c|·b), f being error_factor(): the first summand is the error of its input, the
// second what one sweep's roundings add (error_bound.hpp) on values as large as the kernel's may be.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/cell.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kit {

/// The grid after lab.steps sweeps of the lab's stencil, in memory order. Precondition: float elements,
/// the rule "keep", no operation on the result and no result range, which the catalog ensures.
[[nodiscard]] std::vector<CellStep> step_grid(const Lab& lab, const Extents& extents,
                                              std::span<const std::byte> input,
                                              std::span<const double> coefficients);

} // namespace kit

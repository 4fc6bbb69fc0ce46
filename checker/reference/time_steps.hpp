// Several sweeps in a row, each on what the one before it left: what a right kernel of float
// elements must come to, and how far from it it may be.
//
// The reference keeps its values in double. A kernel's own values differ from them by a bound that
// grows with each sweep: with |v' - v| <= b before a sweep, its result is off by at most
// Σ|c|·b + f·(Σ|c·v| + Σ|c|·b), f being error_factor(): the first summand is what it was handed, the
// second what one sweep's roundings add (error_bound.hpp) on values as large as the kernel's may be.
#pragma once

#include "checker/model/lab.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kit {

/// A grid after some sweeps, one entry a cell.
struct SteppedGrid {
    std::vector<double> value;
    std::vector<double> allowed; ///< greatest error; 0 where the boundary is kept
};

/// After lab.steps sweeps of the lab's stencil. Precondition: float elements, the rule "keep" and no
/// result range, which the catalog sees to.
[[nodiscard]] SteppedGrid step_grid(const Lab& lab, const Extents& extents,
                                    std::span<const std::byte> input,
                                    std::span<const double> coefficients);

} // namespace kit

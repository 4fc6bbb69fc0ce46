// The coefficients of finite differences: which sum of neighbours is a derivative.
#pragma once

#include <vector>

namespace kit {

/// For a window of 2·radius + 1 points a distance of 1 apart: one set of weights for each place that
/// the derivative may be wanted at, from the low end to the high, one after the other. The sum of a
/// set's weights times the values is the derivative of this order, exact for polynomials of degree
/// up to 2·radius. For points h apart each weight is divided by h to the power of the order.
/// Method: Fornberg, "Generation of finite difference formulas on arbitrarily spaced grids" (1988).
/// Preconditions: 1 ≤ order ≤ 2·radius.
[[nodiscard]] std::vector<double> finite_difference_weights(int order, int radius);

/// The leading term of the error in the middle of the window, for a derivative of order 1 or 2: this
/// times h to the power of 2·radius, times the function's derivative of order 2·radius + `order`.
[[nodiscard]] double discretization_factor(int order, int radius);

} // namespace kit

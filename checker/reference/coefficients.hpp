// Coefficients that a lab leaves open, drawn so that confusing two of them shows.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/random.hpp"

#include <vector>

namespace kit {

/// One for each point of the stencil, in each of its coefficient_sets(); draw.hpp says how they lie.
[[nodiscard]] std::vector<double> draw_coefficients(const Lab& lab, const RandomBits& bits);

} // namespace kit

// A kernel's counts by name: what a comparison shows and what handouts' markers read.
#pragma once

#include "analytics/count/traffic.hpp"
#include "checker/base/exact.hpp"

#include <span>
#include <string_view>

namespace kit {

struct Quantity {
    std::string_view name;    ///< as it is typed: "op-per-byte"
    std::string_view heading; ///< for a reader, unit included
    int digits;               ///< after the point
    Rational (*of)(const Traffic& counts);
    bool compared = false; ///< stands in a comparison of kernels
};

/// In the order of a comparison.
[[nodiscard]] std::span<const Quantity> quantities();

/// Throws BadInput on any other name.
[[nodiscard]] const Quantity& quantity_named(std::string_view name);

} // namespace kit

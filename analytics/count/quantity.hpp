// The quantities that a series over sizes can follow, by the names they are asked for.
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
};

/// All quantities.
[[nodiscard]] std::span<const Quantity> quantities();

/// Throws BadInput on any other name.
[[nodiscard]] const Quantity& quantity_named(std::string_view name);

} // namespace kit

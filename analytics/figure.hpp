// The figures that a sweep over sizes can follow, by the names they are asked for.
#pragma once

#include "analytics/exact.hpp"
#include "analytics/traffic.hpp"

#include <span>
#include <string_view>

namespace analytics {

struct Figure {
    std::string_view name;    ///< as it is typed: "op-per-byte"
    std::string_view heading; ///< for a reader, unit included
    int digits;               ///< after the point
    Rational (*of)(const Traffic& counts);
};

/// All figures.
[[nodiscard]] std::span<const Figure> figures();

/// Throws BadInput on a name that no figure has.
[[nodiscard]] const Figure& figure_named(std::string_view name);

} // namespace analytics

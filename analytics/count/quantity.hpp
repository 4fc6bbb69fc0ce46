// A kernel's counts by name: what a comparison shows and what handouts' markers read.
#pragma once

#include "analytics/count/traffic.hpp"
#include "checker/base/exact.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Quantity {
    std::string_view name;    ///< as it is typed: "op-per-byte"
    std::string_view heading; ///< for a reader, unit included
    int digits = 0;           ///< after the point
    Rational value = 0;
    bool compared = false; ///< stands in a comparison of kernels
};

/// In the order of a comparison.
[[nodiscard]] std::vector<Quantity> quantities(const Traffic& counts);

[[nodiscard]] std::vector<std::string> quantity_names();

/// Throws BadInput on any other name.
[[nodiscard]] Quantity quantity_named(const Traffic& counts, std::string_view name);

} // namespace kit

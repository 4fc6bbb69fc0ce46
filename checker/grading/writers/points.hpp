// Points as every gradebook reads them: 7.5 is "7.5" and 15 is "15", wherever they go.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace kit {

/// "15", "7.5", "3.3333", "-1.5": a decimal point, no exponent, at most four decimals, never "-0".
[[nodiscard]] std::string points_text(double points);

/// The same as a number of a JSON document.
[[nodiscard]] nlohmann::ordered_json points_number(double points);

/// "7.5 of 15 points", "1 of 1 point".
[[nodiscard]] std::string points_of(double points, double max_points);

} // namespace kit

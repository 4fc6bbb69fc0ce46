// Numbers as a reader of the course wants to see them, in UTF-8.
#pragma once

#include "analytics/extents.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace analytics {

/// "1,643,032", "-1,024".
[[nodiscard]] std::string grouped(std::int64_t value);

/// The product of the first `axes` (1 to 3) sizes: "118³", "30²", "30·30·16", "8".
[[nodiscard]] std::string product_text(const Extents& extents, int axes = 3);

/// The first `axes` (1 to 3) sizes as a shape: "8×8×8", "32×32".
[[nodiscard]] std::string shape_text(const Extents& extents, int axes = 3);

/// The text with a ? for every control character: what others wrote must not steer a terminal.
[[nodiscard]] std::string printable(std::string_view text);

} // namespace analytics

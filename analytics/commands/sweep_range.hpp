// A range of sizes as it is typed: "4:32", "60:240:20".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace analytics {

/// The sizes from the first number to the second, by the third (1 without one). `option` names the
/// text's origin in errors. Throws BadInput on anything but two numbers from `least` on, the second
/// not below the first, and a step of 1 or more, and on more than 1,000 sizes.
[[nodiscard]] std::vector<std::int64_t>
parse_range(const std::string& option, const std::string& text, std::int64_t least = 1);

} // namespace analytics

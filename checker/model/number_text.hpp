// Numbers as the reports write them.
#pragma once

#include <cstdint>
#include <string>

namespace kit {

/// 1728000 -> "1,728,000", -1 -> "-1".
[[nodiscard]] std::string with_separators(std::int64_t number);

} // namespace kit

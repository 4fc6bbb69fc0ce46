// Base64 of RFC 4648, in which GitHub's actions hand results to each other.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// With padding, without line ends.
[[nodiscard]] std::string base64_of(std::string_view bytes);

} // namespace kit

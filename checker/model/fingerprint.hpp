// Tells whether a file's text is still the one that was seen before.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// Sixteen hexadecimal digits, the same for the same text on any machine (FNV-1a, 64 bits): against
/// accidents, not against somebody who wants two texts to agree.
[[nodiscard]] std::string fingerprint_of(std::string_view text);

} // namespace kit

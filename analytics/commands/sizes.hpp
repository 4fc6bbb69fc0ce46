// Sizes as they are typed: "120", "8x8x8".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace analytics {

/// The one to three sizes of `text`, in order. `option` names the text's origin in errors. Throws
/// BadInput on anything but positive 64-bit numbers joined by 'x'.
[[nodiscard]] std::vector<std::int64_t> parse_sizes(const std::string& option,
                                                    std::string_view text);

} // namespace analytics

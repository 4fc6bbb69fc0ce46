// Tells texts of TOML that would nest so deeply that reading them overflows the stack.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

struct TooDeep {
    int line = 0;
    std::string what; ///< "the line has more than 200 dots"
};

/// toml++ makes a table within a table for each dot of a key, and for each inline table; it goes down into them
/// by recursion, at the latest when it frees them. Absent for what people write: dots in a row count once.
[[nodiscard]] std::optional<TooDeep> too_deep_toml(std::string_view text);

} // namespace kit

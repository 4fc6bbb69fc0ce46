// The word that a mistyped one was probably meant to be, for messages that suggest it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The candidate that `word` is most likely a slip of: the one with the fewest letters to insert,
/// delete, replace or swap, if those are at most a third of its letters; else the only one that
/// contains `word`. Absent when there is neither.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word,
                                                 const std::vector<std::string>& candidates);

} // namespace kit

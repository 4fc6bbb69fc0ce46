// Known words in messages: all of them, and which one a mistyped word was probably meant to be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace command_line {

/// The candidate that `word` is most likely a slip of: the one with the fewest letters to insert,
/// delete, replace or swap, if those are at most a third of its letters; else the only one that
/// contains `word`. Absent when there is neither.
[[nodiscard]] std::optional<std::string> nearest(std::string_view word,
                                                 const std::vector<std::string>& candidates);

/// "basic, coarsened, register-tiled".
[[nodiscard]] std::string listed(const std::vector<std::string>& words);

} // namespace command_line

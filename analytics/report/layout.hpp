// Columns and line breaks for terminal text in UTF-8, which std::string counts in bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace analytics {

/// Columns that the text takes in a terminal. Every code point counts as one: the reports hold no
/// wide and no combining characters.
[[nodiscard]] std::size_t columns(std::string_view text);

/// The text with spaces up to `width` columns after it, or before it; longer text as it is.
[[nodiscard]] std::string left_aligned(std::string_view text, std::size_t width);
[[nodiscard]] std::string right_aligned(std::string_view text, std::size_t width);

/// Words broken into lines of at most `width` columns. `indent` stands before every line but the
/// first, whose beginning the caller has written, and counts in the first line's width too.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width,
                                  std::string_view indent);

} // namespace analytics

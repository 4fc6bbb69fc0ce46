// Text from compilers and kernels may hold any bytes: here it becomes UTF-8 that is safe to show.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// The text with every byte sequence that is not UTF-8 replaced by U+FFFD; nothing else changes.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// Valid UTF-8 that cannot drive a terminal: tabs become four spaces, line ends stay, a carriage
/// return before a line end goes, other control characters are written out ("\x1b") and characters
/// that turn the direction of writing become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns that the text takes on a terminal: 0 for combining marks, 2 for wide East Asian
/// characters and emoji, else 1. Precondition: valid UTF-8, no control characters.
[[nodiscard]] int width_of(std::string_view text);

/// Bytes of the longest beginning of `text` that takes at most `columns`. Same precondition.
[[nodiscard]] std::size_t prefix_within(std::string_view text, int columns);

} // namespace kit

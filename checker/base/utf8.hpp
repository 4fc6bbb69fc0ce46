// Makes text from compilers and kernels, which may hold any bytes, into UTF-8 that is safe to show.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// One character of a text.
struct Utf8Character {
    char32_t point = U'\ufffd';
    std::size_t bytes = 1;
    bool is_valid = false; ///< over-long forms, surrogates and values past U+10FFFF are not
};

/// The character at the start of a text that is not empty. A byte that begins none is one character.
[[nodiscard]] Utf8Character first_character(std::string_view text);

/// The text with every byte sequence that is not UTF-8 replaced by U+FFFD; nothing else changes.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// Valid UTF-8 that cannot drive a terminal: tabs become four spaces, line ends stay, a carriage
/// return before a line end is dropped, other control characters are written out ("\x1b") and characters
/// that turn the direction of writing become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns that the text takes on a terminal: 0 for combining marks, 2 for wide East Asian
/// characters and emoji, else 1. Precondition: valid UTF-8, no control characters.
[[nodiscard]] int width_of(std::string_view text);

/// Bytes of the longest beginning of `text` that takes at most `columns`. Same precondition.
[[nodiscard]] std::size_t prefix_within(std::string_view text, int columns);

/// The text with &, <, > and " written out, and U+FFFD for the two characters of Unicode that XML 1.0
/// does not allow. Precondition: printable().
[[nodiscard]] std::string xml_text(std::string_view text);

/// Printable UTF-8 on one line: line ends become spaces, or nothing at the end.
[[nodiscard]] std::string one_line(std::string_view text);

} // namespace kit

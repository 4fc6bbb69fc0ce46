// Lines of a text report: wrapped, padded and aligned by the columns they take on a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Columns of a report whose reader's terminal is not asked for its width.
inline constexpr int text_columns = 80;

/// The text's lines; a line end at the very end starts no further line.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

/// What stands between the separators, at least one part.
[[nodiscard]] std::vector<std::string_view> split_at(std::string_view text, char separator);

/// Every `from` in the text becomes `to`.
[[nodiscard]] std::string with_replaced(std::string text, std::string_view from,
                                        std::string_view to);

/// The text with its ASCII letters small.
[[nodiscard]] std::string in_small_letters(std::string_view text);

/// The text without blanks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

/// The text in lines of at most `width` columns, broken at spaces, or inside a word that is itself
/// wider. Line ends in the text stay; a line's own indentation is repeated where it is continued.
/// Never empty. Precondition: printable().
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, int width);

/// One paragraph in lines of at most `width` columns, `indent` before every line but the first: the
/// caller has written as much before that one. A word that is wider than the line stays whole, so
/// that addresses and commands can be copied.
[[nodiscard]] std::string wrapped(std::string_view text, int width, std::string_view indent = "");

/// The text cut to at most `width` columns, its last then being "…".
[[nodiscard]] std::string cut(std::string_view text, int width);

/// Padded with spaces to `width` columns; wider text stays as it is.
[[nodiscard]] std::string pad_left(std::string_view text, int width);
[[nodiscard]] std::string pad_right(std::string_view text, int width);

/// "a, b, c", or with other words between the parts, and before the last: "a, b and c".
[[nodiscard]] std::string join(const std::vector<std::string>& parts,
                               std::string_view separator = ", ");
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator,
                               std::string_view last_separator);

/// The piece so many times.
[[nodiscard]] std::string repeated(std::string_view piece, int times);

/// "1 error", "2 errors", "1,024 errors".
[[nodiscard]] std::string plural(std::size_t count, std::string_view noun);

} // namespace kit

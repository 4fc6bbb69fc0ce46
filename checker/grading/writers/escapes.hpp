// Text from outside made safe for CSV and Markdown, which would take some of it for formulas or markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A field of RFC 4180: any text, in quotation marks if it needs them.
[[nodiscard]] std::string csv_field(std::string_view text);

/// These fields as they are, and a line end.
[[nodiscard]] std::string csv_row(const std::vector<std::string>& fields);

/// Text that people wrote, made harmless: a spreadsheet evaluates text that begins with = + - or @, at the
/// beginning of a field or, if it splits at another separator than the comma, after that one. Puts an
/// apostrophe before such a character, except in a number, "-1.5". Control characters are written out; line
/// ends stay.
[[nodiscard]] std::string csv_text(std::string_view text);

/// Inline Markdown, also for a table's cell: one line, no markup, no HTML, no link.
[[nodiscard]] std::string markdown_inline(std::string_view text);

/// The same as a paragraph: a space of no width keeps its beginning from starting a list.
[[nodiscard]] std::string markdown_paragraph(std::string_view text);

/// A fenced block of whole lines, with a fence longer than any in the text. `language`: letters, or empty.
[[nodiscard]] std::string markdown_block(std::string_view text, std::string_view language);

} // namespace kit

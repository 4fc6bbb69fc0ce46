// Comma-separated values that a gradebook reads back as they were, and that a spreadsheet takes for
// text and numbers, never for formulas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// A field of RFC 4180: in quotation marks where it must be, any text within.
[[nodiscard]] std::string csv_field(std::string_view text);

/// Fields as they are given, and a line end.
[[nodiscard]] std::string csv_row(const std::vector<std::string>& fields);

/// Text that people wrote, made harmless: a spreadsheet evaluates what begins with = + - or @, at
/// the beginning of a field or, where it splits at another separator than the comma, after that one.
/// Such a character gets an apostrophe before it. A number, "-1.5", stays one. Control characters
/// are written out; line ends stay.
[[nodiscard]] std::string csv_text(std::string_view text);

} // namespace kit

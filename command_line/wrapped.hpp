// Paragraphs broken into lines, for help and for the manual's source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace command_line {

/// Letters of UTF-8 text, each one column wide.
[[nodiscard]] std::size_t columns(std::string_view text);

/// The text's words in lines of at most `width` columns, the lines after the first behind `indent`
/// blanks; the first begins at column `indent` already. A word that is longer stands alone.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

} // namespace command_line

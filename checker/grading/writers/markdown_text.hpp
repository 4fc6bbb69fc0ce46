// Any text as Markdown that shows it as it is, and nothing else.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// Inline text, also in a cell of a table: on one line, no markup, no HTML, no link.
[[nodiscard]] std::string markdown_inline(std::string_view text);

/// The same as a paragraph: what would begin a list has a space of no width before it.
[[nodiscard]] std::string markdown_paragraph(std::string_view text);

/// A fenced block, whose fence is longer than any in the text; whole lines.
/// `language`: letters, or empty.
[[nodiscard]] std::string markdown_block(std::string_view text, std::string_view language);

} // namespace kit

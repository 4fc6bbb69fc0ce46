// Plain text as source of roff, the language of manual pages.
#pragma once

#include <string>

namespace command_line {

/// The text in ASCII, without anything that roff would read as its own: a hyphen stays the one that
/// is typed, other letters than ASCII are named by number. A line that would begin with a control
/// character is guarded.
[[nodiscard]] std::string roff_text(const std::string& text);

} // namespace command_line

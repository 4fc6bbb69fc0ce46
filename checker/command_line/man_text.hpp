// The manual page as text, for a pipe, and for a terminal without the program man.
#pragma once

#include "checker/command_line/man_page.hpp"

#include <string>

namespace kit {

/// What `man` would show, without bold and underlined letters, in lines of at most `columns`; a name or a
/// command that is wider stays whole.
[[nodiscard]] std::string man_text(const Command& program, const Manual& manual, int columns);

} // namespace kit

// What the macros of a file make of one of its lines.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// The line's code with the macros that the file defines above it put in, where that shows more than the line itself: a
/// macro with arguments, or one whose text has an operator. Else, and where the line has no whole call or a macro uses
/// # or ##, empty. Conditions (#if) are not followed: the last definition counts.
[[nodiscard]] std::string expanded_line(std::string_view file, int line);

} // namespace kit

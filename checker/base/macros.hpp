// What the macros of a file make of one of its lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// The line's code with the macros that the file defines above it put in, where that shows more than the line itself: a
/// macro with arguments, or one whose text has an operator. Else, and where the line has no whole call or a macro uses
/// # or ##, empty. Conditions (#if) are not followed: the last definition counts.
[[nodiscard]] std::string expanded_line(std::string_view file, int line);

/// A macro whose text is a sum without brackets, and that a stronger operator stands next to: "#define O T - 2" in
/// (n + O - 1) / O.
struct TornMacro {
    std::string name;
    std::string text; ///< "T - 2"
    int defined = 0;  ///< its line
    int used = 0;     ///< the line of the operator
};

/// The first one of the file. Macros with arguments are left out.
[[nodiscard]] std::optional<TornMacro> torn_macro(std::string_view file);

} // namespace kit

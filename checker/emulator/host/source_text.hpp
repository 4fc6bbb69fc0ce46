// Reads off the student's source what debug information does not say: names and conditions.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace kit {

/// Whether a C++ name may hold this character.
[[nodiscard]] inline bool is_name_letter(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// The array that is subscripted at `column` (from 1) of a line, where a compiler reports an index:
/// at the subscript's closing bracket, in a template at its opening one, or at the beginning of the
/// expression. Empty if no name is found. It is "tile" for both subscripts of "tile[y][x + 1]".
[[nodiscard]] std::string subscripted_name(std::string_view line, int column);

/// Whether a line (from 1) is inside an if or else of its function, with or without braces: not all
/// threads reach a barrier there. Ignores comments and literals, and does not expand macros.
[[nodiscard]] bool stands_in_condition(std::string_view source, int line);

} // namespace kit

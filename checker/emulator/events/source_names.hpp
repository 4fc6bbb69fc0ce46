// Names of variables, read off a line of source.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// The array that is subscripted at `column` (from 1) of a line, where a compiler reports an index:
/// at the subscript's closing bracket, in a template at its opening one, or at the beginning of the
/// expression. Empty where no name can be told: "tile" for both subscripts of "tile[y][x + 1]".
[[nodiscard]] std::string subscripted_name(std::string_view line, int column);

} // namespace kit

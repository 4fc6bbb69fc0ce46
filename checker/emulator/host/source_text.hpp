// What the text of kernel.cu says of a place in it, found without parsing C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The array that is subscripted at `column` (from 1) of a line, where a compiler reports an index:
/// at the subscript's closing bracket, in a template at its opening one, or at the beginning of the
/// expression. Empty if no name is found. It is "tile" for both subscripts of "tile[y][x + 1]".
[[nodiscard]] std::string subscripted_name(std::string_view line, int column);

/// The indices of each access to the array in a line, as they are written: "from", "z", "ty", "tx".
[[nodiscard]] std::vector<std::vector<std::string>> indices_in(const std::string& line,
                                                               const std::string& array);

/// The lines with a __syncthreads() in the outermost loop that has both lines (from 1) in its body. Macros are not
/// expanded.
[[nodiscard]] std::vector<int> barriers_in_loop_around(std::string_view source, int first,
                                                       int second);

} // namespace kit

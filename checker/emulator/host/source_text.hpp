// What the text of kernel.cu says of a place in it, found without parsing C++.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// The array that is subscripted at `column` (from 1) of a line, where a compiler reports an index:
/// at the subscript's closing bracket, in a template at its opening one, or at the beginning of the
/// expression. Empty if no name is found. It is "tile" for both subscripts of "tile[y][x + 1]".
[[nodiscard]] std::string subscripted_name(std::string_view line, int column);

/// Whether a loop has both lines (from 1) in its body, and between them is a __syncthreads(): it orders them within a
/// step of the loop, and not one in a step and the other in the next. Macros are not expanded.
[[nodiscard]] bool barrier_in_loop_between(std::string_view source, int first, int second);

} // namespace kit

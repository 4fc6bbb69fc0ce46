// The block structure of a source file, as far as one question needs it.
#pragma once

#include <string_view>

namespace kit {

/// Whether what stands on a line (from 1) is inside an if or else of its function, braces or not:
/// such a barrier is not reached by all. Comments and literals are passed over; macros are not
/// expanded.
[[nodiscard]] bool stands_in_condition(std::string_view source, int line);

} // namespace kit

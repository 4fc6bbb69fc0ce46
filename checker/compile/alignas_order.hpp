// Where nvcc and clang want alignas.
#pragma once

#include <string>
#include <string_view>

namespace kit {

/// nvcc allows `__shared__ alignas(16) float tile[8];`, clang wants alignas before that and what comes before it.
/// Lines keep their numbers.
[[nodiscard]] std::string with_alignas_first(std::string_view text);

} // namespace kit

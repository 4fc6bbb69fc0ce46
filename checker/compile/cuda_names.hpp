// Names of CUDA's that mean something else here than in C++, or that the emulator lacks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// What the emulator does not support, in words ("texture memory"), if the name belongs to it.
[[nodiscard]] std::optional<std::string> unsupported_name(std::string_view name);

/// Likewise for a header's name.
[[nodiscard]] std::optional<std::string> unsupported_header(std::string_view name);

/// The call that replaces a function that older CUDA had ("__shfl_up_sync(mask, value, steps)"), if this is one.
[[nodiscard]] std::optional<std::string> replacement_of_removed(std::string_view name);

} // namespace kit

// CUDA features that the emulator lacks, recognized by what a compiler says when it meets one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// The feature behind a name that is not declared ("clock64", "tex3D", "cudaMalloc"), for a message
/// of the form "<feature> is not part of ...". Nothing for names that are no CUDA feature.
std::optional<std::string> unsupported_name(std::string_view name);

/// Likewise for a header that does not exist here ("cooperative_groups.h", "cuda/barrier").
std::optional<std::string> unsupported_header(std::string_view header);

} // namespace kit

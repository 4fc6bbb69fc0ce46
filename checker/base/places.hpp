// Where this checkout and its build are.
#pragma once

#include <filesystem>

namespace kit {

/// The folder of the sources, with labs/ and solutions/.
[[nodiscard]] const std::filesystem::path& source_root();

/// The build directory, with programs and libraries in folders as those of the sources.
[[nodiscard]] const std::filesystem::path& build_root();

} // namespace kit

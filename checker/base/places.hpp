// Where this kit is: a checkout and its build directory, or a bundle, which lies wherever it was unpacked.
#pragma once

#include <filesystem>

namespace kit {

/// The bundle that runs, as its script says in KIT_BUNDLE; empty in a checkout.
[[nodiscard]] const std::filesystem::path& bundle_root();

/// The folder of the sources, with labs/ and solutions/.
[[nodiscard]] const std::filesystem::path& source_root();

/// The build directory, with programs and libraries in folders as those of the sources.
[[nodiscard]] const std::filesystem::path& build_root();

/// What starts this program again: in a bundle its script, as only that finds the libraries.
[[nodiscard]] std::filesystem::path own_program();

} // namespace kit

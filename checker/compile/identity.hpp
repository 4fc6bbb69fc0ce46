// What files and folders hold, as text that is the same for the same contents wherever and whenever they were made.
#pragma once

#include <filesystem>
#include <string>

namespace kit {

/// Identifies an executable or library by the build id that its linker computed from its contents, if it has one; else
/// by the SHA-256 of the file. Throws KitError if it cannot be read.
[[nodiscard]] std::string file_identity(const std::filesystem::path& path);

/// Identifies a program that has no build id and is too large to be read at each check, as nvcc is, by path,
/// size and time. Throws KitError if there is none.
[[nodiscard]] std::string installed_identity(const std::filesystem::path& path);

/// Names, relative to the folder, and SHA-256 of all files in it, in an order that does not depend on the disk.
[[nodiscard]] std::string folder_identity(const std::filesystem::path& folder);

} // namespace kit

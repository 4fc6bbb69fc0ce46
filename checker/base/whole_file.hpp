// Reads and writes whole files; a replaced file is complete at every moment, even if the machine dies.
#pragma once

#include "checker/base/descriptor.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// Reads to the file's end, or to `most` bytes. For callers that report a failure in their own words.
[[nodiscard]] FileText try_read_file(const std::filesystem::path& path,
                                     std::size_t most = std::string::npos);

/// Throws KitError if the file is missing or cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

/// Nothing if the file is missing. Throws KitError if it cannot be read.
[[nodiscard]] std::optional<std::string> read_file_if_there(const std::filesystem::path& path);

/// Writes the file in place. Returns 0 or errno.
[[nodiscard]] int try_write_file(const std::filesystem::path& path, std::string_view text);

/// Writes the file in place. Throws KitError.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Whether the file can be written; makes an empty one if it is missing.
[[nodiscard]] bool is_writable(const std::filesystem::path& path);

/// Writes the text to the file `beside`, then renames that to `path`. A reader finds the old text or
/// the new one, never a part, even after a power cut. Returns 0 or errno. `beside` may hold what a
/// killed process left there, but no other process may write it meanwhile.
[[nodiscard]] int replace_file_by(const std::filesystem::path& beside,
                                  const std::filesystem::path& path, std::string_view text);

/// The same with a name that no other process uses, so that any number of writers do no harm: the
/// last one wins. Makes the folders on the way; does nothing if the file has this text already.
/// Throws KitError.
void replace_file(const std::filesystem::path& path, std::string_view text);

} // namespace kit

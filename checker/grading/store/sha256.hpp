// Names contents by what is in them, also against somebody who wants two contents to agree.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kit {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits.
[[nodiscard]] std::string sha256_of(std::string_view bytes);

/// Of a file's content. Throws KitError where it cannot be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

} // namespace kit

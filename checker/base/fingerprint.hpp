// Tells whether a file's text is still the one that was seen before.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace kit {

/// FNV-1a, 64 bits: the same for the same text on any machine. It protects against accidents, not against
/// somebody who wants two texts to have the same hash.
[[nodiscard]] constexpr std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char letter : text) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    }
    return hash;
}

/// The same as sixteen hexadecimal digits.
[[nodiscard]] inline std::string fingerprint_of(std::string_view text) {
    return fmt::format("{:016x}", hash_of(text));
}

} // namespace kit

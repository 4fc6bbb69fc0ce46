// Bytes written as plain ASCII text: SHA-256, base64 and percent escapes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kit {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits.
[[nodiscard]] std::string sha256_of(std::string_view bytes);

/// The SHA-256 of a file's content, in hexadecimal. Throws KitError if it cannot be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

/// Base64 of RFC 4648, with padding, without line ends.
[[nodiscard]] std::string base64_of(std::string_view bytes);

/// The text with every byte for which `is_plain` is false written as "%E9".
template <class IsPlain>
[[nodiscard]] std::string percent_encoded(std::string_view text, IsPlain is_plain) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char letter : text) {
        if (is_plain(letter)) {
            encoded += letter;
        } else {
            const auto byte = static_cast<unsigned char>(letter);
            encoded += {'%', digits[byte >> 4U], digits[byte & 15U]};
        }
    }
    return encoded;
}

[[nodiscard]] constexpr bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

} // namespace kit

#include "checker/base/encodings.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace kit {

std::string sha256_of(std::string_view bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned count = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &count, EVP_sha256(), nullptr) != 1) {
        throw KitError("SHA-256 cannot be computed: is OpenSSL's libcrypto damaged?");
    }
    std::string digits;
    for (unsigned i = 0; i < count; ++i) {
        digits += fmt::format("{:02x}", digest[i]);
    }
    return digits;
}

std::string sha256_of_file(const std::filesystem::path& path) {
    return sha256_of(read_file(path));
}

std::string base64_of(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string result;
    result.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (k < count ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            result += k <= count ? digits[group >> (18 - 6 * k) & 63U] : '=';
        }
    }
    return result;
}

} // namespace kit

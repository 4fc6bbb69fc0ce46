#include "checker/grading/store/pseudonyms.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/whole_file.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace kit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t secret_bytes = 32;

bool is_secret(std::string_view text) {
    return text.size() == 2 * secret_bytes &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string fresh_secret() {
    std::array<unsigned char, secret_bytes> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        throw KitError("this machine gives no random numbers for the leaderboard's pseudonyms");
    }
    std::string text;
    for (const unsigned char byte : bytes) {
        text += fmt::format("{:02x}", byte);
    }
    return text;
}

} // namespace

std::string leaderboard_secret(const ResultFolder& results) {
    const fs::path path = results.path() / "leaderboard-secret";
    std::error_code unreadable;
    const auto type = fs::symlink_status(path, unreadable).type();
    if (type != fs::file_type::not_found && type != fs::file_type::regular) {
        throw KitError(
            fmt::format("{}: not a file of the kit's, which keeps the leaderboard's secret "
                        "here; remove it",
                        path.string()));
    }
    if (const std::optional<std::string> kept = read_file_if_there(path)) {
        const std::string text = kept->substr(0, kept->find_last_not_of(" \r\n") + 1);
        if (!is_secret(text)) {
            throw KitError(
                fmt::format("{}: not the 64 hexadecimal digits that the kit wrote. Put the "
                            "file back, or remove it: then everybody gets a new pseudonym",
                            path.string()));
        }
        return text;
    }
    const std::string text = fresh_secret();
    replace_file(path, text + "\n");
    std::error_code not_there; // on file systems without owners
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write, not_there);
    return text;
}

std::string pseudonym_of(std::string_view id, std::string_view secret) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    const std::string key(secret);
    const std::string text(id);
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(),
             &size) == nullptr) {
        throw KitError("OpenSSL computes no HMAC");
    }
    constexpr std::string_view letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // no I, L, O, U
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        bits = (bits << 8U) | digest.at(i);
    }
    std::string name;
    for (int place = 7; place >= 0; --place) {
        name += letters[(bits >> (5U * static_cast<unsigned>(place))) & 31U];
        if (place == 4) {
            name += '-';
        }
    }
    return name;
}

} // namespace kit

#include "checker/grading/store/sha256.hpp"

#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

namespace kit {

namespace {

class Digest {
public:
    Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
        require(context_ != nullptr &&
                EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
    }

    void add(std::string_view bytes) {
        require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
    }

    [[nodiscard]] std::string text() {
        std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
        unsigned count = 0;
        require(EVP_DigestFinal_ex(context_.get(), bytes.data(), &count) == 1);
        std::string digits;
        for (unsigned i = 0; i < count; ++i) {
            digits += fmt::format("{:02x}", bytes[i]);
        }
        return digits;
    }

private:
    static void require(bool done) {
        if (!done) {
            throw KitError("SHA-256 cannot be computed: is OpenSSL's libcrypto damaged?");
        }
    }

    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

} // namespace

std::string sha256_of(std::string_view bytes) {
    Digest digest;
    digest.add(bytes);
    return digest.text();
}

std::string sha256_of_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw KitError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno)));
    }
    Digest digest;
    std::array<char, 65536> buffer{};
    while (file.read(buffer.data(), buffer.size()), file.gcount() > 0) {
        digest.add({buffer.data(), static_cast<std::size_t>(file.gcount())});
    }
    return digest.text();
}

} // namespace kit

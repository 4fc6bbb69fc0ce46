#include "checker/reference/chacha.hpp"
#include "checker/reference/random_bits.hpp"
#include "tests/catch.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace kit;

namespace {

using Block = std::array<std::uint32_t, block_words>;

const StreamKey some_key{
    {0x0123'4567'89AB'CDEFu, 0xFEDC'BA98'7654'3210u, 0x0F1E'2D3C'4B5A'6978u, 42}};

Block block_of(const StreamKey& key, std::uint64_t stream, std::uint64_t block, int rounds) {
    std::uint32_t words[block_words];
    chacha(key, stream, static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
           rounds, words);
    Block result;
    std::copy_n(words, block_words, result.begin());
    return result;
}

/// What OpenSSL's ChaCha20 makes of zeros, from this block on.
std::vector<std::uint32_t> words_of_openssl(const StreamKey& key, std::uint64_t stream,
                                            std::uint64_t block, std::size_t blocks) {
    const std::unique_ptr<EVP_CIPHER_CTX, void (*)(EVP_CIPHER_CTX*)> context(EVP_CIPHER_CTX_new(),
                                                                             EVP_CIPHER_CTX_free);
    std::array<unsigned char, sizeof key> key_bytes;
    std::memcpy(key_bytes.data(), &key, sizeof key);
    std::array<unsigned char, 16> start; // the last four words that a block begins with
    std::memcpy(start.data(), &block, sizeof block);
    std::memcpy(start.data() + sizeof block, &stream, sizeof stream);
    REQUIRE(EVP_EncryptInit_ex(context.get(), EVP_chacha20(), nullptr, key_bytes.data(),
                               start.data()) == 1);
    const std::vector<unsigned char> zeros(blocks * 64);
    std::vector<unsigned char> bytes(zeros.size());
    int written = 0;
    REQUIRE(EVP_EncryptUpdate(context.get(), bytes.data(), &written, zeros.data(),
                              static_cast<int>(zeros.size())) == 1);
    REQUIRE(static_cast<std::size_t>(written) == bytes.size());
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

std::string hexadecimal(const Block& block) {
    std::string digits;
    for (const std::uint32_t word : block) {
        for (int shift = 0; shift < 32; shift += 8) {
            constexpr std::string_view all = "0123456789abcdef";
            digits += all[word >> (shift + 4) & 15];
            digits += all[word >> shift & 15];
        }
    }
    return digits;
}

} // namespace

TEST_CASE("with 20 rounds the stream is OpenSSL's ChaCha20, at every position") {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t stream :
         {std::uint64_t{stream_of_numbers}, std::uint64_t{stream_of_keys}, std::uint64_t{1} << 40,
          most}) {
        for (const std::uint64_t block :
             {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{123'456},
              (std::uint64_t{1} << 32) - 3, std::uint64_t{1} << 32, most - 8}) {
            const auto expected = words_of_openssl(some_key, stream, block, 8);
            for (std::uint64_t i = 0; i < 8; ++i) {
                CAPTURE(stream, block, i);
                const Block words = block_of(some_key, stream, block + i, 20);
                CHECK(std::equal(words.begin(), words.end(),
                                 expected.begin() + static_cast<std::ptrdiff_t>(i) * block_words));
            }
        }
    }
}

TEST_CASE("with fewer rounds the stream begins as published") {
    // J. Strömbergson, "Test Vectors for the Stream Cipher ChaCha", 256-bit key, TC1: all zeros.
    CHECK(hexadecimal(block_of({}, 0, 0, 8)) ==
          "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
          "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42");
    CHECK(hexadecimal(block_of({}, 0, 0, 12)) ==
          "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
          "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be");
}

TEST_CASE("groups of blocks, single blocks and single numbers are the same stream") {
    const RandomBits bits = RandomBits(7).derive(3);
    for (const std::uint64_t group :
         {std::uint64_t{0}, std::uint64_t{5}, (std::uint64_t{1} << 29) - 1, std::uint64_t{1} << 29,
          std::uint64_t{1} << 50}) {
        GroupWords words{};
        stream_group(bits.key(), stream_of_numbers, group, words);
        GroupWords plain{};
        stream_group_anywhere(bits.key(), stream_of_numbers, group, plain);
        CHECK(plain == words);
        for (std::uint64_t i = 0; i < words.size(); i += 2) {
            const std::uint64_t number = bits.at(group * (words.size() / 2) + i / 2);
            REQUIRE(
                (words[i] == static_cast<std::uint32_t>(number) && words[i + 1] == number >> 32));
        }
        for (std::uint64_t i = 0; i < group_blocks; ++i) {
            const Block block =
                block_of(bits.key(), stream_of_numbers, group * group_blocks + i, stream_rounds);
            REQUIRE(std::equal(block.begin(), block.end(),
                               words.begin() + static_cast<std::ptrdiff_t>(i) * block_words));
        }
    }
}

TEST_CASE("each seed and purpose has its own key and numbers") {
    const std::vector<RandomBits> all{RandomBits(1),
                                      RandomBits(2),
                                      RandomBits(1).derive(0),
                                      RandomBits(1).derive(1),
                                      RandomBits(2).derive(0),
                                      RandomBits(1).derive(0).derive(1),
                                      RandomBits(1).derive(1).derive(0)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            CAPTURE(i, k);
            CHECK(std::memcmp(&all[i].key(), &all[k].key(), sizeof(StreamKey)) != 0);
            CHECK(all[i].at(0) != all[k].at(0));
        }
    }
    // A key must not be among the numbers of the key that it comes from.
    CHECK(RandomBits(1).derive(0).key().words[0] != RandomBits(1).at(0));
}

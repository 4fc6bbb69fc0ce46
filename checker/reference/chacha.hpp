// ChaCha (D. J. Bernstein, 2008): a cipher's stream of random words, read at any position by any thread. A
// kernel sees many of the words, as inputs. A plain generator's numbers would give it the seed, and with that
// all other inputs, which it could then compute instead of loading them. A cipher's numbers do not.
#pragma once

#include "checker/reference/host_device.hpp"

#include <cstdint>

namespace kit {

/// 256 bits. It has 8-byte members only, so that both compilers give it the same layout.
struct StreamKey {
    std::uint64_t words[4];
};

constexpr int block_words = 16;

/// The best published attacks reach 7 rounds, and even those take more steps than any machine can do. 20 rounds
/// are usual because what is enciphered must stay secret for decades. Inputs need to only while a kernel runs.
constexpr int stream_rounds = 8;

/// Under one key each purpose has its own stream.
enum : std::uint64_t { stream_of_numbers, stream_of_keys };

template <class Word>
KIT_HOST_DEVICE void add_and_rotate(Word& sum, const Word& term, Word& rotated, int bits) {
    sum += term;
    rotated ^= sum;
    rotated = rotated << bits | rotated >> (32 - bits);
}

template <class Word>
KIT_HOST_DEVICE void quarter_round(Word& a, Word& b, Word& c, Word& d) {
    add_and_rotate(a, b, d, 16);
    add_and_rotate(c, d, b, 12);
    add_and_rotate(a, b, d, 8);
    add_and_rotate(c, d, b, 7);
}

/// The words of block `low` + 2^32 · `high` of a stream. Word is std::uint32_t, or a vector of them, which
/// computes as many blocks at once. `rounds` is even.
template <class Word>
KIT_HOST_DEVICE void chacha(const StreamKey& key, std::uint64_t stream, const Word& low,
                            const Word& high, int rounds, Word (&words)[block_words]) {
    const std::uint32_t expand_32_byte_k[4] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
    Word first[block_words];
    for (int i = 0; i < 4; ++i) {
        first[i] = Word{} + expand_32_byte_k[i];
        first[4 + 2 * i] = Word{} + static_cast<std::uint32_t>(key.words[i]);
        first[5 + 2 * i] = Word{} + static_cast<std::uint32_t>(key.words[i] >> 32);
    }
    first[12] = low;
    first[13] = high;
    first[14] = Word{} + static_cast<std::uint32_t>(stream);
    first[15] = Word{} + static_cast<std::uint32_t>(stream >> 32);
    for (int i = 0; i < block_words; ++i) {
        words[i] = first[i];
    }
    for (int round = 0; round < rounds; round += 2) {
        for (int i = 0; i < 4; ++i) {
            quarter_round(words[i], words[4 + i], words[8 + i], words[12 + i]);
        }
        for (int i = 0; i < 4; ++i) {
            quarter_round(words[i], words[4 + (i + 1) % 4], words[8 + (i + 2) % 4],
                          words[12 + (i + 3) % 4]);
        }
    }
    for (int i = 0; i < block_words; ++i) {
        words[i] += first[i];
    }
}

/// One block.
KIT_HOST_DEVICE void stream_block(const StreamKey& key, std::uint64_t stream, std::uint64_t block,
                                  std::uint32_t (&words)[block_words]) {
    chacha(key, stream, static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
           stream_rounds, words);
}

} // namespace kit

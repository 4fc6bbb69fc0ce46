#include "checker/reference/random_bits.hpp"

#include <cstddef>

namespace kit {

namespace {

/// One word of each block of a group.
using Lanes [[gnu::vector_size(group_blocks * sizeof(std::uint32_t))]] = std::uint32_t;

constexpr std::uint64_t block_numbers = block_words / 2;

std::uint64_t number_of(const std::uint32_t (&words)[block_words], std::uint64_t place) {
    return words[2 * place] | static_cast<std::uint64_t>(words[2 * place + 1]) << 32;
}

[[gnu::always_inline]] inline void compute_group(const StreamKey& key, std::uint64_t stream,
                                                 std::uint64_t group, GroupWords& words) {
    Lanes low{};
    Lanes high{};
    for (int lane = 0; lane < group_blocks; ++lane) {
        const std::uint64_t block = group * group_blocks + static_cast<std::uint64_t>(lane);
        low[lane] = static_cast<std::uint32_t>(block);
        high[lane] = static_cast<std::uint32_t>(block >> 32);
    }
    Lanes lanes[block_words];
    chacha(key, stream, low, high, stream_rounds, lanes);
    std::uint32_t* to = words.data();
    for (int lane = 0; lane < group_blocks; ++lane) {
        for (const Lanes& word : lanes) {
            *to++ = word[lane];
        }
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void stream_group_avx2(const StreamKey& key, std::uint64_t stream,
                                               std::uint64_t group, GroupWords& words) {
    compute_group(key, stream, group, words);
}
#endif

} // namespace

void stream_group_anywhere(const StreamKey& key, std::uint64_t stream, std::uint64_t group,
                           GroupWords& words) {
    compute_group(key, stream, group, words);
}

std::uint64_t RandomBits::at(std::uint64_t position) const {
    std::uint32_t words[block_words];
    stream_block(key_, stream_of_numbers, position / block_numbers, words);
    return number_of(words, position % block_numbers);
}

RandomBits RandomBits::derive(std::uint64_t purpose) const {
    std::uint32_t words[block_words];
    stream_block(key_, stream_of_keys, purpose, words);
    return RandomBits(StreamKey{
        {number_of(words, 0), number_of(words, 1), number_of(words, 2), number_of(words, 3)}});
}

void stream_group(const StreamKey& key, std::uint64_t stream, std::uint64_t group,
                  GroupWords& words) {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    (has_avx2 ? stream_group_avx2 : stream_group_anywhere)(key, stream, group, words);
#else
    stream_group_anywhere(key, stream, group, words);
#endif
}

} // namespace kit

// Random numbers from a seed, for all that a check draws.
#pragma once

#include "checker/reference/chacha.hpp"

#include <array>
#include <cstdint>

namespace kit {

/// A sequence that is read at any position: the same on every platform, and drawn by any number of threads
/// at once. <random>'s engines would have to be stepped, its distributions give other numbers under another
/// standard library, and some numbers of an engine give away the rest.
///
/// Numbers of a sequence tell nothing about its key, its seed or another sequence, except to somebody who tries
/// seeds one by one. That finds a small seed, which a user may type, at once. A seed that the kit draws has 52
/// bits: a kernel has no time to try them, though somebody with a GPU and weeks has.
class RandomBits {
public:
    explicit RandomBits(std::uint64_t seed) : RandomBits(StreamKey{{seed, 0, 0, 0}}) {}

    [[nodiscard]] std::uint64_t at(std::uint64_t position) const;

    /// An independent sequence for each purpose. Its key is half a block of a stream that no number comes from:
    /// whoever knows it knows neither this sequence's key nor those of other purposes.
    [[nodiscard]] RandomBits derive(std::uint64_t purpose) const;

    [[nodiscard]] const StreamKey& key() const { return key_; }

private:
    explicit RandomBits(const StreamKey& key) : key_(key) {}

    StreamKey key_;
};

/// Blocks that the processor's vectors compute together.
constexpr int group_blocks = 8;

using GroupWords = std::array<std::uint32_t, group_blocks * block_words>;

/// The words of stream_block() for the blocks from group · group_blocks on, block by block.
void stream_group(const StreamKey& key, std::uint64_t stream, std::uint64_t group,
                  GroupWords& words);

/// What stream_group() does on processors without AVX2.
void stream_group_anywhere(const StreamKey& key, std::uint64_t stream, std::uint64_t group,
                           GroupWords& words);

} // namespace kit

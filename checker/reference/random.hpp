// Random bits by position: the same on every platform, and drawn by any number of threads at once.
#pragma once

#include <cstdint>

namespace kit {

/// The output function of splitmix64 (Steele, Lea, Flood 2014): every input bit reaches every
/// output bit, and no two inputs give the same output.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D0'49BB'1331'11EBu;
    return bits ^ (bits >> 31);
}

/// A splitmix64 sequence that is read at any position. <random>'s engines would have to be stepped,
/// and its distributions give other numbers under another standard library.
class RandomBits {
public:
    explicit constexpr RandomBits(std::uint64_t key) : key_(key) {}

    [[nodiscard]] constexpr std::uint64_t at(std::uint64_t position) const {
        return mix(key_ + (position + 1) * 0x9E37'79B9'7F4A'7C15u);
    }

    /// An independent sequence for each purpose.
    [[nodiscard]] constexpr RandomBits derive(std::uint64_t purpose) const {
        return RandomBits(mix(key_ ^ mix(purpose + 1)));
    }

    [[nodiscard]] constexpr std::uint64_t key() const { return key_; }

private:
    std::uint64_t key_;
};

} // namespace kit

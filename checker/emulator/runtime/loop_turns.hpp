// Which turns of which loops a thread is in: what lanes of a warp do in the same turns belongs together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace kit::runtime {

/// The turns of loops that one thread took since the last barrier.
class LoopTurns {
public:
    /// The thread begins another turn of the loop turn / 2, or leaves it if `turn` is odd.
    void take(std::uint32_t turn) {
        const auto loop =
            std::ranges::find_if(loops_, [turn](const auto& one) { return one.first == turn / 2; });
        if (turn % 2 != 0) {
            loops_.erase(loop, loops_.end());
        } else if (loop == loops_.end()) {
            loops_.emplace_back(turn / 2, 1);
        } else {
            ++loop->second;
            loops_.erase(loop + 1, loops_.end());
        }
        number_ = 0;
        for (const auto& [of, turns] : loops_) {
            number_ = (number_ ^ of ^ turns << 12) * 0x9e3779b1u;
            number_ ^= number_ >> 15;
        }
    }

    /// A hash: nearly always different for different turns. 0 outside loops and in their first turns.
    [[nodiscard]] std::uint32_t number() const { return number_; }

private:
    /// From the outermost, each with how many turns were begun after its first.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> loops_;
    std::uint32_t number_ = 0;
};

} // namespace kit::runtime

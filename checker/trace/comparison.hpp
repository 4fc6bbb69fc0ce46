// Two kernels' warps side by side, as text for a terminal.
#pragma once

#include "checker/report/style.hpp"
#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/story.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace kit {

struct ComparedWarp {
    const RecordedLaunch& recorded;
    TracedThread of; ///< any thread of the warp
    std::string name;
};

/// The requests of both warps, interval by interval between barriers, and what they add up to; then both launches.
[[nodiscard]] std::string comparison(const std::array<ComparedWarp, 2>& warps,
                                     const TextStyle& style);

/// The first thread of the block's warp whose lanes access memory most often.
[[nodiscard]] std::uint32_t busiest_warp(const Trace& trace, std::uint64_t block);

} // namespace kit

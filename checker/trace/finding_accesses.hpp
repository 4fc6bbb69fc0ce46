// Which accesses of a recorded block a finding is about.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/trace/recorded_launch.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kit {

/// By number in Trace::events.
struct FindingAccesses {
    std::optional<std::size_t> first; ///< none: not recorded
    std::optional<std::size_t> other; ///< of a race, if both are in the block
};

/// For a race both accesses, the one that writes first; for a wrong cell the last store to it; for what is read without
/// having been written the read; of others the first that fits. `order`: the block's accesses, by number in
/// Trace::events, in the order in which the reader sees them.
[[nodiscard]] FindingAccesses accesses_of(const Finding& finding, const RecordedLaunch& launch,
                                          std::uint64_t block,
                                          const std::vector<std::size_t>& order);

} // namespace kit

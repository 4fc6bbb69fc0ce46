// What each part of a lab's kernel costs in one block: the parts that the skeletons and solutions mark.
#pragma once

#include "checker/trace/recorded_launch.hpp"

#include <cstdint>
#include <vector>

namespace kit {

struct PartCosts {
    int part = 0; ///< as the skeleton numbers them
    int line = 0; ///< of the source, where it begins
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
    std::uint64_t conflicts = 0;
};

/// The costs of each part that the source marks, in its order: a line with ">>> your part 2" begins part 2, one with
/// "<<< your part 2" ends it. Lines outside all parts count nowhere.
[[nodiscard]] std::vector<PartCosts> part_costs(const RecordedLaunch& recorded,
                                                std::uint64_t block);

/// Those of `own`'s parts that the reference has, too, with the reference's costs. Empty if the two have launched other
/// blocks, or others of them: then their costs say nothing about each other.
[[nodiscard]] std::vector<PartCosts>
costs_in_reference(const RecordedLaunch& own, const RecordedLaunch& reference, std::uint64_t block);

/// The same of the lab's own solution, which runs once more for it. Empty if there is none, or if it is what was
/// recorded. Throws as run_case() does.
[[nodiscard]] std::vector<PartCosts> reference_costs(const RecordedLaunch& recorded,
                                                     std::uint64_t seed, std::uint64_t block);

} // namespace kit

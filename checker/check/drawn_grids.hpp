// Grids that a check draws from its seed, besides those that the lab lists: a kernel that is right on the listed
// ones alone is not right.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <vector>

namespace kit {

/// Two grids that the lab's variant allows and does not list; one where it has more than two variants. The first
/// has a prime number of cells along each axis; where the lab allows it, the axes differ. They are small, but the last
/// is large enough to judge a lab's technique on. The same for the same seed.
[[nodiscard]] std::vector<Extents> drawn_grids(const Lab& variant, std::uint64_t seed);

} // namespace kit

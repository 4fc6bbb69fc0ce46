// Parts of a grid that kernels get wrong: faces, tile edges, last blocks, planes of a chunk.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace kit {

struct Part {
    std::string words; ///< goes on after "the cells": "in the last block along k"
    std::function<bool(const std::array<std::int64_t, 3>& cell)> has;
};

/// The cells to speak of: those that the lab has computed, or those at the boundary too.
struct Box {
    std::array<std::int64_t, 3> first{};
    std::array<std::int64_t, 3> last{}; ///< the last cell, not one past it
};

/// The parts of this grid under this launch, the plainest first. `box` is what counts as the grid's
/// own faces; `lone` is one wrong cell, by which the planes and residues to name are chosen.
[[nodiscard]] std::vector<Part> parts_of(const Lab& lab, const Extents& extents,
                                         const LaunchShape& launch, const Box& box,
                                         const std::array<std::int64_t, 3>& lone);

} // namespace kit

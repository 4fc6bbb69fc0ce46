// The plane of a grid that shows best where an output is wrong.
#pragma once

#include "checker/model/error_map.hpp"
#include "checker/model/error_picture.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace kit {

/// Of all planes along all axes the one in which wrong and right cells are both many; among equals one
/// of constant z, the first. `wrong` are the wrong cells in memory order, at least one. Blocks are
/// drawn as the likeliest of tilings().
[[nodiscard]] ErrorPicture telling_plane(const Lab& lab, const LaunchShape& launch,
                                         const ErrorMap& errors,
                                         const std::vector<std::int64_t>& wrong);

/// Marks this block (blockIdx x, y, z) where it lies in the plane.
void mark_block(ErrorPicture& picture, const std::array<std::uint32_t, 3>& block,
                const std::string& what);

} // namespace kit

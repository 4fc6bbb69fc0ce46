// Where the wrong cells lie: in words, and as the plane of the grid that shows them best.
#pragma once

#include "checker/model/error_picture.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// The narrowest part of the grid, in a kernel's terms, that contains all wrong cells: "exactly those in the last block
/// along k", "all of them with i = 1", "the last one" of points on a line. Empty if there is none, or only one that is
/// most of the grid. `wrong` are the wrong cells of the map, in memory order. "exactly": every cell of that part is
/// wrong; if all wrong cells are boundary cells, or none is, only such cells are meant.
[[nodiscard]] std::string place_of_errors(const Lab& lab, const LaunchShape& launch,
                                          const ErrorMap& errors,
                                          const std::vector<std::int64_t>& wrong);

/// The plane, along any axis, with most wrong and most right cells; among equals the first
/// of constant z. `wrong` are the wrong cells in memory order, at least one. Blocks are drawn as in the
/// likeliest of tilings().
[[nodiscard]] ErrorPicture telling_plane(const Lab& lab, const LaunchShape& launch,
                                         const ErrorMap& errors,
                                         const std::vector<std::int64_t>& wrong);

/// Marks this block (blockIdx x, y, z) if it lies in the plane.
void mark_block(ErrorPicture& picture, const std::array<std::uint32_t, 3>& block,
                const std::string& what);

} // namespace kit

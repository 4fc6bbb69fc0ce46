// Where the wrong cells lie: the narrowest part of the grid, in a kernel's terms, that holds them all.
#pragma once

#include "checker/model/error_map.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// "exactly those in the last block along k", "all of them in the plane i = 1"; empty where no part
/// that is known holds them all, or only one that is most of the grid. `wrong` are the wrong cells of
/// the map, in memory order. Exactly: every cell of that part is wrong, of the boundary cells or of
/// the others, whichever the wrong cells are.
[[nodiscard]] std::string place_of_errors(const Lab& lab, const LaunchShape& launch,
                                          const ErrorMap& errors,
                                          const std::vector<std::int64_t>& wrong);

} // namespace kit

// Which cell of the grid a value in shared memory is of: values are followed through registers.
#pragma once

#include "checker/trace/recorded_launch.hpp"

#include <cstddef>
#include <cstdint>
#include <map>

namespace kit {

/// Whether the array holds a value for each cell of the launch's grid.
[[nodiscard]] bool is_grid(const RecordedLaunch& recorded, const TraceArray& array);

/// For each store of the block to shared memory, by its number in Trace::events, the element of the input grid that the
/// thread had read the same value from: the latest read with the same bits. Stores of other values have none.
[[nodiscard]] std::map<std::size_t, std::int64_t> origins_of(const RecordedLaunch& recorded,
                                                             std::uint64_t block);

} // namespace kit

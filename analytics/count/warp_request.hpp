// The memory sectors of one warp's load of a cell by each thread: the block's shape decides whether
// these are one long row or many short ones.
#pragma once

#include "analytics/count/exact.hpp"
#include "analytics/count/extents.hpp"

#include <cstdint>

namespace kit {

/// Threads of a warp, and bytes of a sector, on every device.
inline constexpr std::int64_t warp_threads = 32;
inline constexpr std::int64_t sector_bytes = 32;

/// The requests of a block away from the grid's edge for one load per thread, at the thread's own
/// cell or at a fixed distance from it. Threads are numbered along x, then y, then z; 32 in a row
/// are a warp, the last may have fewer.
///
/// How many sectors a piece of a row touches depends on where in a sector it begins, which the
/// grid's width, the array's address and the distance decide: the least is that of pieces that
/// begin with a sector, the most that of pieces whose first element is a sector's last. Pieces of
/// different rows are taken to lie in different sectors, as they do where the grid is wider than
/// the block by a sector or more.
struct WarpRequests {
    std::int64_t requests = 0;      ///< of a block: its warps
    std::int64_t rows = 0;          ///< summed over the requests: pieces of grid rows
    std::int64_t least_sectors = 0; ///< likewise
    std::int64_t most_sectors = 0;  ///< likewise

    friend bool operator==(const WarpRequests&, const WarpRequests&) = default;
};

/// Preconditions: `block` has at least 1 and at most 1,024 threads, an element at least 1 byte and
/// an address that its size divides.
[[nodiscard]] WarpRequests warp_requests(const Extents& block, int element_bytes);

} // namespace kit

#include "analytics/count/warp_request.hpp"

#include <algorithm>
#include <numeric>

namespace kit {

WarpRequests warp_requests(const Extents& block, int element_bytes) {
    const std::int64_t threads = total(block);
    // Elements begin at multiples of their size, so this far at most into a sector.
    const std::int64_t latest = sector_bytes - std::gcd(sector_bytes, std::int64_t{element_bytes});
    WarpRequests result;
    result.requests = ceil_div(threads, warp_threads);
    for (std::int64_t first = 0; first < threads; first += warp_threads) {
        const std::int64_t end = std::min(first + warp_threads, threads);
        for (std::int64_t piece = first; piece < end;) {
            const std::int64_t next = std::min((piece / block.x + 1) * block.x, end);
            const std::int64_t bytes = (next - piece) * element_bytes;
            ++result.rows;
            result.least_sectors += ceil_div(bytes, sector_bytes);
            result.most_sectors += ceil_div(latest + bytes, sector_bytes);
            piece = next;
        }
    }
    return result;
}

} // namespace kit

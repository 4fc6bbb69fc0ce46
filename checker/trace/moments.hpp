// The accesses of one block in an order that a reader can step through.
#pragma once

#include "checker/model/trace.hpp"
#include "checker/trace/requests.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// What the lanes of a warp do at one moment: one request of the warp, or the same atomic operation, copy or access
/// outside an array.
struct Moment {
    std::uint32_t warp = 0;
    std::uint32_t interval = 0;
    int line = 0;
    std::int32_t array = -1;
    TraceEvent::Kind kind = TraceEvent::Kind::load;
    bool outside = false;
    bool is_request = false;                                     ///< then the costs are counted
    std::uint32_t bytes = 0;                                     ///< of each lane
    std::uint32_t lanes = 0;                                     ///< a bit for each that takes part
    std::array<std::size_t, WarpRequest::lanes_of_warp> event{}; ///< of each lane, in Trace::events
    std::uint32_t sectors = 0;
    std::uint32_t least_sectors = 0;
    std::uint32_t conflicts = 0;
};

/// All warps go forward together: first of an interval come the first moments of all warps, then the second ones. Each
/// thread's accesses stay in its order, unless the threads of a warp take one piece of code in different orders. The
/// hardware may run the warps of an interval in any order, and a right kernel then does the same; of a race the
/// recorded values are those of the emulator, which runs thread after thread.
[[nodiscard]] std::vector<Moment> moments_of(const Trace& trace, std::uint64_t block);

/// Whether it accesses shared memory.
[[nodiscard]] bool is_shared(const Trace& trace, const Moment& moment);

/// "load of tile", "store to out", "atomic on out", "copy to tile".
[[nodiscard]] std::string operation_name(const Trace& trace, const Moment& moment);

} // namespace kit

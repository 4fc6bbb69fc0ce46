// The memory instructions of warps behind a trace's accesses, as the hardware would serve them.
#pragma once

#include "checker/model/trace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit {

struct WarpRequest {
    static constexpr std::uint32_t lanes_of_warp = 32;
    static constexpr std::size_t none = ~std::size_t{0};

    std::uint64_t block = 0;
    std::uint32_t warp = 0; ///< in the block
    std::uint32_t interval = 0;
    int line = 0;
    std::int32_t array = -1;
    bool is_shared = false;
    bool is_store = false;
    std::uint32_t bytes = 0;                        ///< of each lane
    std::uint32_t lanes = 0;                        ///< a bit for each that takes part
    std::array<std::size_t, lanes_of_warp> event{}; ///< of each lane, in Trace::events; none
    std::uint32_t sectors = 0;                      ///< of 32 bytes, of global memory
    std::uint32_t least_sectors = 0;                ///< that would hold the bytes asked for
    std::uint32_t conflicts = 0; ///< passes through shared memory's banks beyond the ideal
};

/// The n-th time that a lane comes by an instruction between two barriers in a turn of a loop is the same request as
/// the n-th time of any other lane of its warp in that turn, which is how the check counts. Atomic operations,
/// asynchronous copies and accesses outside an array are none. In the order of their first accesses.
[[nodiscard]] std::vector<WarpRequest> requests_of(const Trace& trace);

} // namespace kit

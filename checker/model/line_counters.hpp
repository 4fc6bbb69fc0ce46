// What the accesses of one line of a kernel cost.
#pragma once

#include <cstdint>
#include <string>

namespace kit {

/// The requests of warps for one memory in one direction.
struct LineCounters {
    int line = 0;          ///< 0: in the kit's headers
    std::string text = {}; ///< of the line
    bool is_shared = false;
    bool is_store = false;
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;   ///< of 32 bytes, of global memory
    std::uint64_t conflicts = 0; ///< passes beyond the ideal, of shared memory
    std::uint64_t lanes = 0;     ///< that took part, summed over the requests
    std::uint64_t bytes = 0;     ///< that they asked for
    std::uint64_t divergent = 0; ///< requests that not all lanes took part in
};

} // namespace kit

// How the hardware serves one memory instruction of a warp: sectors of global memory, passes of
// shared memory.
//
// Measured on an H200 with patterns of all widths; tests/records has them, and the test holds these
// functions to each.
#pragma once

#include <cstdint>

namespace kit::runtime {

/// What the lanes of a warp ask for in one instruction. Lanes that take no part have no bit.
struct LaneAddresses {
    const std::uint64_t* address; ///< by lane
    std::uint32_t lanes;
    std::uint32_t bytes; ///< of each lane
};

/// Distinct 32-byte sectors that the lanes touch.
std::uint32_t sectors(const LaneAddresses& request);

/// Bytes that several lanes name, counted for each of them but one: what a count of the lanes' bytes
/// has too many beside the hardware's count of bytes (sm__sass_data_bytes_mem_global_op_ld).
std::uint32_t repeated_bytes(const LaneAddresses& request);

/// Passes through the 32 banks of 4 bytes. Lanes that name the same word are served together;
/// different words of a bank are served one after another. 8-byte accesses are served by
/// half-warps and 16-byte accesses by quarter-warps, each of them on its own.
std::uint32_t wavefronts(const LaneAddresses& request, bool store);

/// The passes that as many bytes need at least: 128 bytes in each.
std::uint32_t ideal_wavefronts(const LaneAddresses& request, std::uint32_t needed);

} // namespace kit::runtime

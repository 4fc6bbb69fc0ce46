// What a run looks for, and what memory holds in it that nothing has written.
#pragma once

#include <array>
#include <cstdint>

namespace kit::runtime {

/// What is done at each access besides checking its bounds.
enum Watching : std::uint32_t {
    watch_all,    ///< counters, races and reads of what was not written
    watch_errors, ///< the same without what warps' requests are counted for: a quarter faster
    watch_bytes,  ///< bytes are counted
    watch_course, ///< the accesses are summed up in Reply::course
};

/// What memory holds that nothing has written: arbitrary values on a GPU, chosen ones here. The first is what
/// reports are made with. A kernel whose output and accesses are the same with all of them
/// does not use what it reads there: among them are 0, 1, NaN and -1, and values of either sign.
enum Garbage : std::uint32_t { usual_garbage, all_bits, other_garbage, zeros, ones };

inline constexpr std::array all_garbage{usual_garbage, all_bits, other_garbage, zeros, ones};

/// The 4 bytes at the `place`-th place.
constexpr std::uint32_t garbage_word(std::uint32_t place, std::uint32_t garbage) {
    switch (garbage) {
    case zeros: return 0;
    case ones: return 1;
    case all_bits: return 0xffff'ffffu;
    default: break;
    }
    // As float from 2^19 to 2^20 of either sign, or about 10^30. Neighbours differ: a stencil of equal
    // values could be 0, and so could one that is clamped.
    const bool other = garbage == other_garbage;
    const std::uint32_t mixed = (place + 1) * (other ? 2246822519u : 2654435761u);
    const std::uint32_t exponent = other ? 0x7100'0000u : 0x4900'0000u;
    return exponent | (mixed & 0x8000'0000u) | (mixed >> 8 & 0x7f'ffffu);
}

} // namespace kit::runtime

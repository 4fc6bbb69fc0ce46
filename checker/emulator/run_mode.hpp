// What a run looks for, and what memory holds in it that nothing has written.
#pragma once

#include <array>
#include <bit>
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

/// What a local float or double holds that its declaration gives no value: a NaN which says where it is declared, and
/// keeps saying so in what is computed from it; or, for a run that looks for other mistakes, a number near 512. Of a
/// float the bits are this and the place, of a double the place stands further up, where a float's comes to in a
/// conversion.
inline constexpr std::uint32_t unset_float = 0x7fe0'0000u;
inline constexpr std::uint64_t unset_double = 0x7ffc'0000'0000'0000u;
inline constexpr std::uint32_t neutral_float = 0x4400'0000u;
inline constexpr std::uint64_t neutral_double = 0x4080'0000'0000'0000u;
inline constexpr int unset_shift_of_double = 29;

/// Line and column, from 1, in 21 bits; 0 if they do not fit. A shuffle that gets the value of a lane which takes no
/// part has column 0.
constexpr std::uint32_t unset_place(unsigned line, unsigned column) {
    constexpr unsigned most_lines = 8190; // all bits are what memory may hold otherwise
    return line > 0 && line <= most_lines && column > 0 && column < 256 ? line << 8 | column : 0;
}

/// The place in a double, to which a float may have been converted; 0 if it holds none.
constexpr std::uint32_t unset_place_in(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto place = static_cast<std::uint32_t>(bits >> unset_shift_of_double & 0x1f'ffffu);
    return (bits & unset_double) == unset_double && place != 0x1f'ffffu ? place : 0;
}

} // namespace kit::runtime

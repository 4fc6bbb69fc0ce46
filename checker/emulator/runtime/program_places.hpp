// Places in the program: it runs wherever the system puts it, and the checker knows its file alone.
#pragma once

#include <cstdint>

extern "C" {
extern char __executable_start; // set by the linker
void kit_first_code();          // shared_anchor.cpp: the submission's code comes right behind it
}

namespace kit::runtime {

/// The place in the file of a code address, or of the lower half of one, which is all that some records keep. 0
/// stays 0: unknown.
inline std::uint64_t place_in_file(std::uint64_t code) {
    const std::uint64_t place = code - reinterpret_cast<std::uintptr_t>(&__executable_start);
    return code == 0 ? 0 : code >> 32 == 0 ? static_cast<std::uint32_t>(place) : place;
}

inline std::uintptr_t address_of_place(std::uint64_t place) {
    return reinterpret_cast<std::uintptr_t>(&__executable_start) + place;
}

} // namespace kit::runtime

// What the threads of a block did, access by access, in the order in which the emulator ran them.
#pragma once

#include "checker/model/lab.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// An array or variable that a trace names.
struct TraceArray {
    std::string name;
    bool is_shared = false;
    bool is_input = false;
    bool is_slab = false; ///< of a GPU's slab: plane 0 is its ghost plane
    std::uint64_t bytes = 0;
    Element element = Element::float32;     ///< of variables a guess, from the lab's and the size
    std::vector<std::int64_t> extents = {}; ///< as declared, slowest first; empty: one index
};

struct TraceEvent {
    enum class Kind { load, store, atomic, copy, barrier, end };

    Kind kind = Kind::end;
    std::uint64_t block = 0;    ///< number in the grid, x fastest
    std::uint32_t thread = 0;   ///< number in the block, x fastest
    std::uint32_t interval = 0; ///< barriers that the block had passed
    std::uint32_t turns = 0; ///< of loops that the thread is in, where others may be in other turns
    int line = 0;            ///< 0: of the kit's headers
    std::uint64_t code = 0;  ///< tells copies of one line apart
    // For an access:
    std::int32_t array = -1; ///< in Trace::arrays; -1: none
    std::uint64_t address = 0;
    std::int64_t place = 0;  ///< bytes from the array's begin; may be outside
    std::uint32_t bytes = 0; ///< of a barrier: threads that met
    bool outside = false;    ///< of the array: nothing is known of the value
    std::array<std::uint64_t, 2>
        value{}; ///< its first 16 bytes: as read, or as the store left them
};

struct Trace {
    std::vector<TraceArray> arrays;
    std::vector<TraceEvent> events;
    std::uint64_t left_out = 0; ///< events for which there was no room
};

} // namespace kit

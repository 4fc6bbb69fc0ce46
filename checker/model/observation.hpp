// What was seen while one case ran: outputs, counts and what went wrong, before anyone judges it.
#pragma once

#include "checker/model/counters.hpp"
#include "checker/model/extents.hpp"
#include "checker/model/finding.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// The launch the submission asked for.
struct LaunchShape {
    std::array<std::uint32_t, 3> grid{1, 1, 1};  ///< blocks along x, y, z
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads along x, y, z
    std::uint64_t dynamic_shared_bytes = 0;
    bool programmatic = false; ///< in a series it may begin before the launch before it has ended
};

struct Observation {
    Extents extents;
    bool launched = false;  ///< `launch` holds what launch_config returned
    bool completed = false; ///< the kernel ran to its end; only then outputs and counters are whole
    LaunchShape launch;
    std::vector<std::byte> input;  ///< the input array as it was left
    std::vector<std::byte> output; ///< the output array as it was left
    Counters counters;
    std::vector<Finding> findings;       ///< seen by the runtime or by the process that held it
    std::string printed;                 ///< what the kernel printed, cut at a limit
    std::uint64_t peak_memory_bytes = 0; ///< of the process that ran it
    double seconds = 0;                  ///< the launch alone, wall clock
};

} // namespace kit

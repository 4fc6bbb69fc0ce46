// Oclgrind, the other tool that checks kernels on a CPU, timed on lab 05's kernel.
#pragma once

#include <cstdint>
#include <optional>

namespace kit {

struct OclgrindTime {
    int side = 0; ///< of the grid
    std::uint64_t threads = 0;
    double seconds = 0; ///< without the start-up
};

/// Runs the tiled sweep on all cores, written in OpenCL C, with data-race and uninitialized-value checks on a small
/// grid, once. Absent where oclgrind-kernel is not installed. Throws KitError when it fails.
std::optional<OclgrindTime> time_oclgrind();

} // namespace kit

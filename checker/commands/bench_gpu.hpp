// ./lab bench gpu: the reference solutions' times on this machine's GPU, and how cheats end there.
#pragma once

#include "checker/commands/command.hpp"

#include <string>
#include <vector>

namespace kit {

struct GpuBench {
    std::string record;            ///< file to keep the figures in; empty: printed only
    std::vector<int> sides;        ///< cells along each axis; empty: 120, 256, 512, 1024
    std::vector<std::string> labs; ///< empty: all of cubes
};

/// Prints a row for each lab, element and grid, and one for each file of tests/gpu/cheats. Throws
/// KitError without a GPU. The session's exit code is `findings` where a solution or a cheat did not
/// end as it must.
void bench_gpu(const GpuBench& bench, Session& session);

} // namespace kit

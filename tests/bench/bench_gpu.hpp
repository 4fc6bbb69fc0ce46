// ./lab bench gpu: the reference solutions' times on this machine's GPU, and how cheats end there.
#pragma once

#include "checker/commands/bench.hpp"

#include <string>
#include <vector>

namespace kit {

/// Prints a row for each lab, element and grid, and one for each file of tests/gpu/cheats. Throws
/// KitError without a GPU. The session's exit code is `findings` where a solution or a cheat did not
/// end as it must.
void bench_gpu(const BenchRequest& bench, Session& session);

} // namespace kit

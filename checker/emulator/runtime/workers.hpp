// The OS threads that run a kernel's blocks.
#pragma once

#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/entry.hpp"
#include "checker/emulator/runtime/global_shadow.hpp"
#include "checker/emulator/wire.hpp"

#include <cstdint>

namespace kit::runtime {

/// A kernel about to run.
struct Launch {
    const Request& request;
    const DeviceMemory& memory;
    const ProgramVariables& variables;
    const KitLaunch& configuration;
    GlobalShadow& shadow;
    void* const* arguments; ///< addresses of what the kernel is called with
    bool uses_fences;       ///< __threadfence(): its blocks may wait for each other
    bool has_warp_operations;
    Reply& reply;
    TraceEvent* trace; ///< null: nothing is recorded

    [[nodiscard]] std::uint64_t blocks() const {
        return std::uint64_t{configuration.grid[0]} * configuration.grid[1] * configuration.grid[2];
    }
};

struct LaunchTotals {
    Counters counters{};
    std::uint64_t course = 0; ///< as Reply::course
    bool stuck = false;       ///< a block's threads wait for each other at different barriers
};

/// Spreads the blocks over the workers that the request asks for, and waits for them.
LaunchTotals run_blocks(const Launch& launch);

/// The current block waits for another, which may not have begun: has one more worker take blocks, if
/// the kit may have one more, and lets others run.
void let_other_blocks_run();

} // namespace kit::runtime

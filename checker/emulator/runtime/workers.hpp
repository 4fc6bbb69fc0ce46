// The OS threads that run a kernel's blocks.
#pragma once

#include "checker/emulator/runtime/arguments.hpp"
#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/entry.hpp"
#include "checker/emulator/runtime/global_shadow.hpp"
#include "checker/emulator/runtime/run_order.hpp"
#include "checker/emulator/wire.hpp"

#include <array>
#include <cstdint>

namespace kit::runtime {

/// A kernel about to run: once, or on several GPUs and in several sweeps, as run_order says.
struct Launch {
    const Request& request;
    const std::array<DeviceMemory, 2>& memory; ///< in even sweeps and in odd ones
    const ProgramVariables& variables;
    const KitLaunch& configuration;
    GlobalShadow& shadow;
    const Arguments& arguments;
    bool uses_fences; ///< __threadfence(), or flags without one: its blocks may wait for each other
    bool has_warp_operations;
    Reply& reply;
    TraceEvent* trace;    ///< null: nothing is recorded
    std::uint32_t sweeps; ///< of this run

    [[nodiscard]] std::uint64_t blocks() const {
        return run_order.blocks * run_order.gpus * sweeps;
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
/// the kit may have one more, and lets others run. False once all blocks wait, and none is left to begin.
[[nodiscard]] bool let_other_blocks_run();

/// The current block has changed a word that others may wait for: those look before it goes on, so that they see as
/// little of it as they may rely on. Not where it need not wait for them.
void let_waiting_blocks_look(bool waits);

} // namespace kit::runtime

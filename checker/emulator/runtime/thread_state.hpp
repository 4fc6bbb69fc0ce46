// The state of the CUDA thread that an OS thread is running, reachable without a pointer.
#pragma once

#include "checker/emulator/runtime/device_memory.hpp"
#include "checker/emulator/runtime/index3.hpp"
#include "checker/emulator/runtime/watchers.hpp"

#include <cstdint>

// The submission reads these as threadIdx, blockIdx, blockDim and gridDim.
// The extents have pages of their own, which are made unwritable before the launch.
extern "C" {
extern constinit thread_local kit::runtime::Index3 kit_thread_index;
extern constinit thread_local kit::runtime::Index3 kit_block_index;
extern kit::runtime::PageOfIndex3 kit_block_extents;
extern kit::runtime::PageOfIndex3 kit_grid_extents;
}

namespace kit::runtime {

class BlockRunner;
class PlacedGarbage;
class Recorder;

/// Everything that an instrumented access needs, in one place of thread-local memory; all zero on
/// an OS thread that runs no blocks, so that every access there is ignored.
struct ThreadState {
    std::uint32_t thread; ///< number of the current CUDA thread in its block, x fastest
    std::uint64_t block;  ///< number of the block in the run (run_order.hpp), x fastest
    std::uint32_t gpu;    ///< that it runs on

    // Memory by address, each as begin and bytes: one subtraction and one comparison decide.
    std::uintptr_t shared_begin;
    std::uint64_t shared_bytes;
    std::uintptr_t global_begin;
    std::uint64_t global_bytes;
    std::uintptr_t stacks_begin;
    std::uint64_t stacks_bytes;
    std::uintptr_t private_begin; ///< the OS thread's own stack and thread-local variables
    std::uint64_t private_bytes;

    // The arrays of the last accesses: the next one is nearly always to the same.
    Region last_shared;
    Region last_load;
    Region last_store;

    // Where take_usual() of instrumentation.cpp may record an access: parts of those above, or empty.
    Region usual_shared;
    Region usual_loads;
    Region usual_stores;
    bool has_usual_shared; ///< whether `usual_shared` is used in this run
    bool has_usual_loads;

    Watchers* watchers;
    std::uint32_t watching; ///< runtime::Watching
    std::uint64_t course;   ///< the sum of all accesses
    BlockRunner* runner;
    Recorder* recorder;            ///< null: nothing is recorded
    PlacedGarbage* placed_garbage; ///< null: all places see the same garbage
    const SharedMemory* shared;
    const DeviceMemory* global;
    const ProgramVariables* variables;
    GlobalShadow* global_shadow; ///< of all workers

    Comparison*
        comparison; ///< of the atomic operation that is announced; null: it is no atomicCAS()

    const void* last_code; ///< the thread's last access: how far it got
    Access last_elsewhere; ///< the last access to memory of unknown kind
};

extern constinit thread_local ThreadState thread_state;

} // namespace kit::runtime

// Occupancy against NVIDIA's own calculator, cuda_occupancy.h, on random blocks of every GPU of the
// data file; skipped where no CUDA toolkit is installed.
#include <cstdio>

#if __has_include(<cuda_occupancy.h>)

#include "analytics/count/occupancy.hpp"
#include "checker/base/errors.hpp"

#include <cuda_occupancy.h>

#include <random>
#include <string>

namespace {

using namespace kit;

constexpr int rounds = 5000;

/// Blocks of an SM by the header; 0 where the block does not run.
std::int64_t oracle(const BlockNeeds& needs, const Capability& capability) {
    cudaOccDeviceProp device;
    const std::size_t point = capability.name.find('.');
    device.computeMajor = std::stoi(capability.name.substr(0, point));
    device.computeMinor = std::stoi(capability.name.substr(point + 1));
    device.maxThreadsPerBlock = static_cast<int>(capability.threads_per_block.value);
    device.maxThreadsPerMultiprocessor = static_cast<int>(capability.threads_per_sm.value);
    device.regsPerBlock = static_cast<int>(capability.registers_per_block.value);
    device.regsPerMultiprocessor = static_cast<int>(capability.registers_per_sm.value);
    device.warpSize = 32;
    device.numSms = 1;
    device.sharedMemPerBlock = capability.shared_bytes_per_block.value;
    device.sharedMemPerMultiprocessor = capability.shared_bytes_per_sm.value;
    device.sharedMemPerBlockOptin = capability.shared_bytes_per_block_opt_in.value;
    device.reservedSharedMemPerBlock = capability.shared_bytes_reserved_per_block.value;
    cudaOccFuncAttributes function;
    function.maxThreadsPerBlock = device.maxThreadsPerBlock;
    function.numRegs = static_cast<int>(needs.registers_per_thread.value_or(0));
    function.sharedSizeBytes = 0;
    function.partitionedGCConfig = PARTITIONED_GC_OFF;
    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    function.maxDynamicSharedSizeBytes = device.sharedMemPerBlockOptin;
    function.numBlockBarriers = 1;
    cudaOccDeviceState state;
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
    cudaOccResult result;
    const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
        &result, &device, &function, &state, static_cast<int>(needs.threads), needs.shared_bytes);
    return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : 0;
}

std::int64_t ours(const BlockNeeds& needs, const Capability& capability) {
    try {
        return occupancy(needs, capability).blocks_per_sm;
    } catch (const BadInput&) {
        return 0;
    }
}

} // namespace

int main() {
    const GpuData data = known_gpus();
    std::mt19937 random(1);
    const auto below = [&](std::int64_t end) {
        return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random);
    };
    int different = 0;
    for (const Gpu& gpu : data.gpus) {
        const Capability& capability = gpu.capability;
        for (int i = 0; i < rounds; ++i) {
            BlockNeeds needs;
            needs.threads = 1 + below(1030);
            if (below(4) > 0) {
                needs.shared_bytes = below(capability.shared_bytes_per_block_opt_in.value + 1000);
            }
            if (below(3) > 0) {
                // The header lets a thread have 256, the guide 255.
                needs.registers_per_thread = 1 + below(255);
            }
            const std::int64_t expected = oracle(needs, capability);
            const std::int64_t found = ours(needs, capability);
            if (expected != found && ++different <= 10) {
                std::printf("%s: %lld threads, %lld bytes, %lld registers: %lld blocks, not %lld\n",
                            gpu.name.c_str(), static_cast<long long>(needs.threads),
                            static_cast<long long>(needs.shared_bytes),
                            static_cast<long long>(needs.registers_per_thread.value_or(0)),
                            static_cast<long long>(expected), static_cast<long long>(found));
            }
        }
    }
    return different == 0 ? 0 : 1;
}

#else

int main() {
    std::puts("skipped: no cuda_occupancy.h in /usr/local/cuda/include");
    return 77;
}

#endif

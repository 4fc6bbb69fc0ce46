#include "analytics/occupancy.hpp"

#include "analytics/notation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace analytics {

namespace {

constexpr std::int64_t warp_threads = 32;

std::int64_t rounded_up(std::int64_t count, std::int64_t granularity) {
    return checked_mul(ceil_div(count, granularity), granularity);
}

void check_sizes(const BlockNeeds& needs, const Capability& capability) {
    const std::int64_t most_threads = capability.threads_per_block.value;
    const std::int64_t most_shared = capability.shared_bytes_per_block_opt_in.value;
    if (needs.threads < 1 || needs.threads > most_threads) {
        throw BadInput(fmt::format("A block of {} threads does not run: a GPU of compute "
                                   "capability {} takes 1 to {}.",
                                   grouped(needs.threads), capability.name, grouped(most_threads)));
    }
    if (needs.shared_bytes < 0 || needs.shared_bytes > most_shared) {
        throw BadInput(fmt::format("A block with {} bytes of shared memory does not run: a GPU of "
                                   "compute capability {} gives a block at most {}.",
                                   grouped(needs.shared_bytes), capability.name,
                                   grouped(most_shared)));
    }
}

/// Registers of one warp, as the hardware hands them out.
std::int64_t check_registers(const BlockNeeds& needs, const Capability& capability,
                             std::int64_t warps) {
    const std::int64_t registers = *needs.registers_per_thread;
    const std::int64_t most = capability.registers_per_thread.value;
    if (registers < 1 || registers > most) {
        throw BadInput(fmt::format("A thread cannot have {} registers: a GPU of compute capability "
                                   "{} gives it 1 to {}.",
                                   grouped(registers), capability.name, grouped(most)));
    }
    const std::int64_t warp =
        rounded_up(registers * warp_threads, capability.register_granularity_per_warp.value);
    // The launch is checked as if every partition held as many of its warps as the fullest.
    const std::int64_t block = warp * rounded_up(warps, capability.partitions_per_sm.value);
    const std::int64_t most_of_block = capability.registers_per_block.value;
    if (block > most_of_block) {
        throw BadInput(fmt::format("A block of {} threads with {} registers each takes {} "
                                   "registers: a GPU of compute capability {} gives a block {}.",
                                   grouped(needs.threads), grouped(registers), grouped(block),
                                   capability.name, grouped(most_of_block)));
    }
    return warp;
}

BlockLimit limit(Resource resource, std::int64_t has, std::int64_t takes) {
    return {resource, has, takes, has / takes};
}

} // namespace

std::string_view name(Resource resource) {
    switch (resource) {
    case Resource::blocks: return "blocks";
    case Resource::warps: return "warps";
    case Resource::shared_memory: return "shared memory";
    case Resource::registers: return "registers";
    }
    return "";
}

Occupancy occupancy(const BlockNeeds& needs, const Capability& capability) {
    check_sizes(needs, capability);
    const std::int64_t warps = ceil_div(needs.threads, warp_threads);
    Occupancy result;
    result.limits.push_back(limit(Resource::blocks, capability.blocks_per_sm.value, 1));
    result.limits.push_back(limit(Resource::warps, capability.warps_per_sm.value, warps));
    const std::int64_t shared =
        rounded_up(needs.shared_bytes + capability.shared_bytes_reserved_per_block.value,
                   capability.shared_granularity_bytes.value);
    if (shared > 0) {
        result.limits.push_back(
            limit(Resource::shared_memory, capability.shared_bytes_per_sm.value, shared));
    }
    if (needs.registers_per_thread) {
        const std::int64_t of_warp = check_registers(needs, capability, warps);
        const std::int64_t partitions = capability.partitions_per_sm.value;
        const std::int64_t fitting =
            capability.registers_per_sm.value / partitions / of_warp * partitions;
        result.limits.push_back({Resource::registers, capability.registers_per_sm.value,
                                 of_warp * warps, fitting / warps});
    }
    result.blocks_per_sm = std::min_element(result.limits.begin(), result.limits.end(),
                                            [](const BlockLimit& a, const BlockLimit& b) {
                                                return a.blocks < b.blocks;
                                            })
                               ->blocks;
    for (const BlockLimit& each : result.limits) {
        if (each.blocks == result.blocks_per_sm) {
            result.limited_by.push_back(each.resource);
        }
    }
    result.warps_per_sm = result.blocks_per_sm * warps;
    result.share = Rational(result.warps_per_sm, capability.warps_per_sm.value);
    return result;
}

} // namespace analytics

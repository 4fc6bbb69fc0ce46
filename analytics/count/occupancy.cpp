#include "analytics/count/occupancy.hpp"

#include "analytics/count/traffic.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace kit {

namespace {

KernelModel with_sides(KernelModel model, std::int64_t side) {
    for (int axis = 0; axis < block_axes(model); ++axis) {
        model.block[axis] = side;
    }
    return model;
}

bool fits(const KernelModel& model, const Capability& capability) {
    try {
        return traffic(model).shared_bytes_per_block <=
               capability.shared_bytes_per_block_opt_in.value;
    } catch (const BadInput&) {
        return false; // all halo, or other sides than the family takes
    }
}

std::string largest_text(const KernelModel& model, const Capability& capability) {
    const std::optional<Extents> largest = largest_block(model, capability);
    return largest ? fmt::format("the largest block of equal sides that fits is {}",
                                 shape_text(*largest, block_axes(model)))
                   : "no block that fits is large enough for a tile with this halo";
}

std::int64_t rounded_up(std::int64_t count, std::int64_t granularity) {
    return checked_mul(ceil_div(count, granularity), granularity);
}

void check_sizes(const BlockNeeds& needs, const Capability& capability) {
    const std::int64_t most_threads = capability.threads_per_block.value;
    const std::int64_t most_shared = capability.shared_bytes_per_block_opt_in.value;
    if (needs.threads < 1 || needs.threads > most_threads) {
        throw BadInput("A block of {} threads does not run: a GPU of compute "
                       "capability {} takes 1 to {}.",
                       thousands(needs.threads), capability.name, thousands(most_threads));
    }
    if (needs.shared_bytes < 0 || needs.shared_bytes > most_shared) {
        throw BadInput("A block with {} bytes of shared memory does not run: a GPU of "
                       "compute capability {} gives a block at most {}.",
                       thousands(needs.shared_bytes), capability.name, thousands(most_shared));
    }
}

/// Registers of one warp, as the hardware hands them out.
std::int64_t check_registers(const BlockNeeds& needs, const Capability& capability,
                             std::int64_t warps) {
    const std::int64_t registers = *needs.registers_per_thread;
    const std::int64_t most = capability.registers_per_thread.value;
    if (registers < 1 || registers > most) {
        throw BadInput("A thread cannot have {} registers: a GPU of compute capability "
                       "{} gives it 1 to {}.",
                       thousands(registers), capability.name, thousands(most));
    }
    const std::int64_t warp =
        rounded_up(registers * warp_threads, capability.register_granularity_per_warp.value);
    // The launch is checked as if every partition held as many of its warps as the fullest, of four
    // partitions also where an SM has two (Pascal).
    constexpr std::int64_t checked_partitions = 4;
    const std::int64_t block =
        warp * rounded_up(warps, std::max(checked_partitions, capability.partitions_per_sm.value));
    const std::int64_t most_of_block = capability.registers_per_block.value;
    if (block > most_of_block) {
        throw BadInput("A block of {} threads with {} registers each takes {} "
                       "registers: a GPU of compute capability {} gives a block {}.",
                       thousands(needs.threads), thousands(registers), thousands(block),
                       capability.name, thousands(most_of_block));
    }
    return warp;
}

BlockLimit limit(Resource resource, std::int64_t has, std::int64_t takes) {
    return {resource, has, takes, has / takes};
}

} // namespace

std::string_view name(Resource resource) {
    // In the order of Resource.
    constexpr std::array<std::string_view, 4> names{"blocks", "warps", "shared memory",
                                                    "registers"};
    return names.at(static_cast<std::size_t>(resource));
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
    result.blocks_per_sm = std::ranges::min_element(result.limits, {}, &BlockLimit::blocks)->blocks;
    for (const BlockLimit& each : result.limits) {
        if (each.blocks == result.blocks_per_sm) {
            result.limited_by.push_back(each.resource);
        }
    }
    result.warps_per_sm = result.blocks_per_sm * warps;
    result.share = Rational(result.warps_per_sm, capability.warps_per_sm.value);
    return result;
}

std::optional<Extents> largest_block(const KernelModel& model, const Capability& capability) {
    const int axes = block_axes(model);
    std::int64_t side = 1;
    while (checked_pow(side + 1, axes) <= capability.threads_per_block.value) {
        ++side;
    }
    for (; side >= 1; --side) {
        const KernelModel candidate = with_sides(model, side);
        if (fits(candidate, capability)) {
            return candidate.block;
        }
    }
    return std::nullopt;
}

void check_fit(const KernelModel& model, const Gpu& gpu) {
    const Capability& capability = gpu.capability;
    const std::int64_t most_threads = capability.threads_per_block.value;
    const Extents& block = model.block;
    if (std::min({block.x, block.y, block.z}) > 0 && total(model.block) > most_threads) {
        throw BadInput("A block of {} has {} threads and does not run: the {} allows a "
                       "block {}; {}.",
                       shape_text(model.block, block_axes(model)), thousands(total(model.block)),
                       gpu.name, thousands(most_threads), largest_text(model, capability));
    }
    const std::int64_t shared = traffic(model).shared_bytes_per_block;
    const std::int64_t most_shared = capability.shared_bytes_per_block_opt_in.value;
    if (shared > most_shared) {
        throw BadInput("A block of {} keeps {} bytes in shared memory and does not "
                       "run: the {} gives a block at most {}; {}.",
                       shape_text(model.block, block_axes(model)), thousands(shared), gpu.name,
                       thousands(most_shared), largest_text(model, capability));
    }
}

} // namespace kit

#include "analytics/fit.hpp"

#include "analytics/exact.hpp"
#include "analytics/notation.hpp"
#include "analytics/traffic.hpp"

#include <fmt/format.h>

namespace analytics {

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
                   : "no block is large enough for a tile with this halo and fits";
}

} // namespace

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
    bool positive = true;
    for (int axis = 0; axis < 3; ++axis) {
        positive = positive && model.block[axis] > 0;
    }
    if (positive && total(model.block) > most_threads) {
        throw BadInput(fmt::format("A block of {} has {} threads and does not run: the {} allows a "
                                   "block {}; {}.",
                                   shape_text(model.block, block_axes(model)),
                                   grouped(total(model.block)), gpu.name, grouped(most_threads),
                                   largest_text(model, capability)));
    }
    const std::int64_t shared = traffic(model).shared_bytes_per_block;
    const std::int64_t most_shared = capability.shared_bytes_per_block_opt_in.value;
    if (shared > most_shared) {
        throw BadInput(fmt::format("A block of {} keeps {} bytes in shared memory and does not "
                                   "run: the {} gives a block at most {}; {}.",
                                   shape_text(model.block, block_axes(model)), grouped(shared),
                                   gpu.name, grouped(most_shared),
                                   largest_text(model, capability)));
    }
}

} // namespace analytics

#include "analytics/count/kernel_model.hpp"

#include "checker/base/exact.hpp"
#include "checker/base/numbers.hpp"

#include <array>
#include <cstddef>

namespace kit {

namespace {

void check_sizes(std::string_view what, std::string_view unit, const Extents& sizes, int axes) {
    for (int axis = 0; axis < 3; ++axis) {
        if (sizes[axis] < 1) {
            throw BadInput("The {} has {} {} along {}; it needs at least 1.", what,
                           thousands(sizes[axis]), unit, axis_name(axis));
        }
        if (axis >= axes && sizes[axis] != 1) {
            throw BadInput("The {} has {} {} along {}, but the stencil has {}.", what,
                           thousands(sizes[axis]), unit, axis_name(axis),
                           axes == 1 ? "only the x axis" : "only the x and y axes");
        }
    }
}

/// "10×10×10": the largest block of equal sides that CUDA takes.
std::string largest_equal_sides(int axes) {
    std::int64_t side = 1;
    while (checked_pow(side + 1, axes) <= most_threads_per_block) {
        ++side;
    }
    return shape_text({side, side, side}, axes);
}

void check_tile(const KernelModel& model) {
    const int tiled_axes = block_axes(model);
    const std::int64_t halo = checked_mul(2, model.stencil.order);
    for (int axis = 0; axis < tiled_axes; ++axis) {
        if (model.block[axis] <= halo) {
            throw BadInput("A tile of {} cells along {} is all halo, which takes {} on "
                           "either side; it needs at least {}.",
                           thousands(model.block[axis]), axis_name(axis),
                           thousands(model.stencil.order), thousands(checked_add(halo, 1)));
        }
    }
}

void check_march(const KernelModel& model) {
    if (model.stencil.axes != 3) {
        throw BadInput("A {} kernel marches along z and needs a stencil of 3 axes.",
                       name(model.family));
    }
    if (model.block.z != 1) {
        throw BadInput("A {} kernel's block is one xy plane; {} threads along z are too many.",
                       name(model.family), thousands(model.block.z));
    }
    if (model.planes_per_block && *model.planes_per_block < 1) {
        throw BadInput("A block computes at least 1 plane, not {}.",
                       thousands(*model.planes_per_block));
    }
    if (model.family == KernelFamily::register_tiled && model.stencil.shape == StencilShape::box) {
        throw BadInput("Register tiling keeps a thread's own column in registers; a box stencil "
                       "reads other columns of the planes above and below too.");
    }
}

void check_halo_loads(const KernelModel& model) {
    if (model.family == KernelFamily::shared_1d && model.stencil.axes != 1) {
        throw BadInput("A 1D shared kernel needs a stencil of 1 axis, not {}.", model.stencil.axes);
    }
    if (model.stencil.axes > 1 && model.stencil.shape == StencilShape::box) {
        throw BadInput("Halo loading fills the faces of the halo only; a box stencil reads its "
                       "edges and corners too.");
    }
}

} // namespace

std::string_view name(KernelFamily family) {
    // In the order of KernelFamily.
    constexpr std::array<std::string_view, 6> names{
        "basic", "shared-memory tiled", "coarsened", "register-tiled", "halo-loading", "1D shared"};
    return names.at(static_cast<std::size_t>(family));
}

bool marches(KernelFamily family) {
    return family == KernelFamily::coarsened || family == KernelFamily::register_tiled;
}

int block_axes(const KernelModel& model) {
    return marches(model.family) ? 2 : model.stencil.axes;
}

bool block_is_output_tile(KernelFamily family) {
    return family == KernelFamily::basic || family == KernelFamily::halo_loading ||
           family == KernelFamily::shared_1d;
}

void check(const KernelModel& model) {
    check(model.stencil);
    check_sizes("grid", "cells", model.grid, model.stencil.axes);
    check_sizes("block", "threads", model.block, model.stencil.axes);
    if (model.blocks) {
        check_sizes("launch", "blocks", *model.blocks, model.stencil.axes);
    }
    if (model.element_bytes < 1) {
        throw BadInput("An element has at least 1 byte, not {}.", model.element_bytes);
    }
    if (total(model.block) > most_threads_per_block) {
        throw BadInput("A block of {} has {} threads; CUDA allows {}, and with equal sides at most "
                       "{}.",
                       shape_text(model.block, block_axes(model)), thousands(total(model.block)),
                       thousands(most_threads_per_block), largest_equal_sides(block_axes(model)));
    }
    if (marches(model.family)) {
        check_march(model);
    }
    if (!block_is_output_tile(model.family)) {
        check_tile(model);
    } else if (model.family != KernelFamily::basic) {
        check_halo_loads(model);
    }
}

void need_output_points(const Stencil& stencil, const Extents& grid) {
    const std::int64_t needed = 2 * std::int64_t{stencil.order} + 1;
    for (int axis = 0; axis < stencil.axes; ++axis) {
        if (grid[axis] < needed) {
            throw BadInput(
                "A grid of {} cells along {} has no output point: a stencil of order {} needs {}.",
                thousands(grid[axis]), axis_name(axis), stencil.order, thousands(needed));
        }
    }
}

void check(const Stencil& stencil) {
    if (stencil.axes < 1 || stencil.axes > 3) {
        throw BadInput("A stencil has 1, 2 or 3 axes, not " + std::to_string(stencil.axes) + ".");
    }
    if (stencil.order < 0) {
        throw BadInput("A stencil's order is 0 or more, not " + std::to_string(stencil.order) +
                       ".");
    }
}

std::int64_t points(const Stencil& stencil) {
    check(stencil);
    if (stencil.shape == StencilShape::star) {
        return checked_add(checked_product({2, stencil.axes, stencil.order}), 1);
    }
    return checked_pow(checked_add(checked_mul(2, stencil.order), 1), stencil.axes);
}

Operations operations(const Stencil& stencil, std::int64_t outputs) {
    const std::int64_t per_output = checked_mul(2, points(stencil));
    return {checked_mul(per_output - 1, outputs), checked_mul(per_output, outputs)};
}

} // namespace kit

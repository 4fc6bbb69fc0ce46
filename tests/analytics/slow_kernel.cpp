#include "tests/analytics/slow_kernel.hpp"

#include <array>
#include <functional>
#include <vector>

using analytics::Extents;
using analytics::Family;
using analytics::KernelModel;
using Cell = std::array<int, 3>;

namespace {

void for_each_in(const Extents& sizes, const std::function<void(const Cell&)>& visit) {
    for (int z = 0; z < sizes.z; ++z) {
        for (int y = 0; y < sizes.y; ++y) {
            for (int x = 0; x < sizes.x; ++x) {
                visit({x, y, z});
            }
        }
    }
}

/// How far the stencil reaches along an axis.
int reach(const KernelModel& model, int axis) {
    return axis < model.stencil.axes ? model.stencil.order : 0;
}

bool on_grid(const KernelModel& model, const Cell& cell) {
    for (int axis = 0; axis < 3; ++axis) {
        if (cell[axis] < 0 || cell[axis] >= model.grid[axis]) {
            return false;
        }
    }
    return true;
}

bool interior(const KernelModel& model, const Cell& cell) {
    for (int axis = 0; axis < 3; ++axis) {
        const int r = reach(model, axis);
        if (cell[axis] - r < 0 || cell[axis] + r >= model.grid[axis]) {
            return false;
        }
    }
    return true;
}

std::vector<Cell> offsets(const KernelModel& model) {
    std::vector<Cell> all;
    const Extents cube{2 * reach(model, 0) + 1, 2 * reach(model, 1) + 1, 2 * reach(model, 2) + 1};
    for_each_in(cube, [&](const Cell& corner) {
        Cell offset{};
        int moved_axes = 0;
        for (int axis = 0; axis < 3; ++axis) {
            offset[axis] = corner[axis] - reach(model, axis);
            moved_axes += offset[axis] != 0 ? 1 : 0;
        }
        if (model.stencil.shape == analytics::StencilShape::box || moved_axes <= 1) {
            all.push_back(offset);
        }
    });
    return all;
}

void store(const KernelModel& model, const Cell& cell, SlowCounts& counts) {
    ++counts.stores;
    counts.stored.insert({cell[0], cell[1], cell[2]});
    for (const Cell& offset : offsets(model)) {
        const Cell read{cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2]};
        counts.stayed_inside = counts.stayed_inside && on_grid(model, read);
    }
}

void load(const KernelModel& model, const Cell& cell, SlowCounts& counts) {
    ++counts.slots;
    counts.loads += on_grid(model, cell) ? 1 : 0;
}

void basic_block(const KernelModel& model, const Cell& block, SlowCounts& counts) {
    for_each_in(model.block, [&](const Cell& thread) {
        Cell cell{};
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = static_cast<int>(block[axis] * model.block[axis]) + thread[axis];
        }
        if (!interior(model, cell)) {
            return;
        }
        for (const Cell& offset : offsets(model)) {
            load(model, {cell[0] + offset[0], cell[1] + offset[1], cell[2] + offset[2]}, counts);
        }
        store(model, cell, counts);
    });
}

/// A thread's cell in the input tile of a block, without the marching axis; and whether the thread
/// computes an output.
bool place(const KernelModel& model, const Cell& block, const Cell& thread, int tiled_axes,
           Cell& cell) {
    bool computes = true;
    for (int axis = 0; axis < tiled_axes; ++axis) {
        const int r = reach(model, axis);
        const int tile = static_cast<int>(model.block[axis]) - 2 * r;
        cell[axis] = block[axis] * tile + thread[axis] - r;
        computes = computes && thread[axis] >= r && thread[axis] < model.block[axis] - r;
    }
    return computes;
}

void tiled_block(const KernelModel& model, const Cell& block, SlowCounts& counts) {
    for_each_in(model.block, [&](const Cell& thread) {
        Cell cell{};
        const bool computes = place(model, block, thread, 3, cell);
        load(model, cell, counts);
        if (computes && interior(model, cell)) {
            store(model, cell, counts);
        }
    });
}

void marching_block(const KernelModel& model, const Cell& block, SlowCounts& counts) {
    const int r = model.stencil.order;
    const int planes =
        static_cast<int>(model.planes_per_block.value_or(model.block.x - 2 * std::int64_t{r}));
    for_each_in(model.block, [&](const Cell& thread) {
        Cell cell{};
        const bool computes = place(model, block, thread, 2, cell);
        const int first = block[2] * planes;
        for (int z = first - r; z < first + r; ++z) {
            load(model, {cell[0], cell[1], z}, counts);
        }
        for (int z = first; z < first + planes; ++z) {
            load(model, {cell[0], cell[1], z + r}, counts);
            cell[2] = z;
            if (computes && interior(model, cell)) {
                store(model, cell, counts);
            }
        }
    });
}

} // namespace

SlowCounts run_slowly(const KernelModel& model, const Extents& blocks) {
    SlowCounts counts;
    for_each_in(blocks, [&](const Cell& block) {
        switch (model.family) {
        case Family::basic: basic_block(model, block, counts); break;
        case Family::shared_memory_tiled: tiled_block(model, block, counts); break;
        case Family::coarsened:
        case Family::register_tiled: marching_block(model, block, counts); break;
        }
    });
    return counts;
}

std::int64_t count_interior_slowly(const KernelModel& model) {
    std::int64_t count = 0;
    for_each_in(model.grid, [&](const Cell& cell) { count += interior(model, cell) ? 1 : 0; });
    return count;
}

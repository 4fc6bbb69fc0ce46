#include "tests/analytics/slow_kernel.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <vector>

using kit::Extents;
using kit::KernelModel;
using kit::WarpRequests;
using GridCell = std::array<int, 3>;

namespace {

/// What the blocks below write into: the counts, and the cells themselves where someone asks.
struct Log {
    SlowCounts counts;
    bool keeps_cells = false;
    std::set<GridCell> loaded;
    std::set<GridCell> read;
};

void for_each_in(const Extents& sizes, const std::function<void(const GridCell&)>& visit) {
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

bool on_grid(const KernelModel& model, const GridCell& cell) {
    for (int axis = 0; axis < 3; ++axis) {
        if (cell[axis] < 0 || cell[axis] >= model.grid[axis]) {
            return false;
        }
    }
    return true;
}

bool interior(const KernelModel& model, const GridCell& cell) {
    if (model.every_cell) {
        return on_grid(model, cell);
    }
    for (int axis = 0; axis < 3; ++axis) {
        const int r = reach(model, axis);
        if (cell[axis] - r < 0 || cell[axis] + r >= model.grid[axis]) {
            return false;
        }
    }
    return true;
}

std::vector<GridCell> offsets(const KernelModel& model) {
    std::vector<GridCell> all;
    const Extents cube{2 * reach(model, 0) + 1, 2 * reach(model, 1) + 1, 2 * reach(model, 2) + 1};
    for_each_in(cube, [&](const GridCell& corner) {
        GridCell offset{};
        int moved_axes = 0;
        for (int axis = 0; axis < 3; ++axis) {
            offset[axis] = corner[axis] - reach(model, axis);
            moved_axes += offset[axis] != 0 ? 1 : 0;
        }
        if (model.stencil.shape == kit::StencilShape::box || moved_axes <= 1) {
            all.push_back(offset);
        }
    });
    return all;
}

/// The cell that a term at this offset is read from: step by step back onto the grid, where the
/// model says so.
GridCell term_of(const KernelModel& model, const GridCell& cell, const GridCell& offset) {
    GridCell term{};
    for (int axis = 0; axis < 3; ++axis) {
        term[axis] = cell[axis] + offset[axis];
        while (model.every_cell && term[axis] < 0) {
            ++term[axis];
        }
        while (model.every_cell && term[axis] >= model.grid[axis]) {
            --term[axis];
        }
    }
    return term;
}

void store(const KernelModel& model, const GridCell& cell, Log& log) {
    ++log.counts.stores;
    log.counts.stored.insert({cell[0], cell[1], cell[2]});
    for (const GridCell& offset : offsets(model)) {
        const GridCell read = term_of(model, cell, offset);
        log.counts.stayed_inside = log.counts.stayed_inside && on_grid(model, read);
        if (log.keeps_cells) {
            log.read.insert(read);
        }
    }
}

void load(const KernelModel& model, const GridCell& cell, Log& log) {
    ++log.counts.slots;
    log.counts.loads += on_grid(model, cell) ? 1 : 0;
    if (log.keeps_cells) {
        log.loaded.insert(cell);
    }
}

void basic_block(const KernelModel& model, const GridCell& block, Log& log) {
    for_each_in(model.block, [&](const GridCell& thread) {
        GridCell cell{};
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = static_cast<int>(block[axis] * model.block[axis]) + thread[axis];
        }
        if (!interior(model, cell)) {
            return;
        }
        for (const GridCell& offset : offsets(model)) {
            load(model, term_of(model, cell, offset), log);
        }
        store(model, cell, log);
        ++log.counts.active_threads;
    });
}

/// A thread's cell in the input tile of a block, without the marching axis; and whether the thread
/// computes an output.
bool place(const KernelModel& model, const GridCell& block, const GridCell& thread, int tiled_axes,
           GridCell& cell) {
    bool computes = true;
    for (int axis = 0; axis < tiled_axes; ++axis) {
        const int r = reach(model, axis);
        const int tile = static_cast<int>(model.block[axis]) - 2 * r;
        cell[axis] = block[axis] * tile + thread[axis] - r;
        computes = computes && thread[axis] >= r && thread[axis] < model.block[axis] - r;
    }
    return computes;
}

void tiled_block(const KernelModel& model, const GridCell& block, Log& log) {
    for_each_in(model.block, [&](const GridCell& thread) {
        GridCell cell{};
        const bool computes = place(model, block, thread, 3, cell);
        load(model, cell, log);
        if (computes && interior(model, cell)) {
            store(model, cell, log);
            ++log.counts.active_threads;
        }
    });
}

/// Block = output tile. A thread loads its own cell; along each axis the first R threads of a row
/// load the halo's cells, in turns where the row is shorter.
void halo_loading_block(const KernelModel& model, const GridCell& block, Log& log) {
    for_each_in(model.block, [&](const GridCell& thread) {
        GridCell cell{};
        for (int axis = 0; axis < 3; ++axis) {
            cell[axis] = static_cast<int>(block[axis] * model.block[axis]) + thread[axis];
        }
        load(model, cell, log);
        for (int axis = 0; axis < 3; ++axis) {
            const int side = static_cast<int>(model.block[axis]);
            for (int h = thread[axis]; h < reach(model, axis); h += side) {
                GridCell halo = cell;
                halo[axis] = block[axis] * side - reach(model, axis) + h;
                load(model, halo, log);
                halo[axis] = (block[axis] + 1) * side + h;
                load(model, halo, log);
            }
        }
        if (interior(model, cell)) {
            store(model, cell, log);
            ++log.counts.active_threads;
        }
    });
}

void marching_block(const KernelModel& model, const GridCell& block, Log& log) {
    const int r = model.stencil.order;
    const int planes =
        static_cast<int>(model.planes_per_block.value_or(model.block.x - 2 * std::int64_t{r}));
    for_each_in(model.block, [&](const GridCell& thread) {
        GridCell cell{};
        const bool computes = place(model, block, thread, 2, cell);
        bool stored = false;
        const int first = block[2] * planes;
        for (int z = first - r; z < first + r; ++z) {
            load(model, {cell[0], cell[1], z}, log);
        }
        for (int z = first; z < first + planes; ++z) {
            load(model, {cell[0], cell[1], z + r}, log);
            cell[2] = z;
            if (computes && interior(model, cell)) {
                store(model, cell, log);
                stored = true;
            }
        }
        log.counts.active_threads += stored ? 1 : 0;
    });
}

void run_block(const KernelModel& model, const GridCell& block, Log& log) {
    switch (model.family) {
    case kit::KernelFamily::basic: basic_block(model, block, log); break;
    case kit::KernelFamily::shared_memory_tiled: tiled_block(model, block, log); break;
    case kit::KernelFamily::coarsened:
    case kit::KernelFamily::register_tiled: marching_block(model, block, log); break;
    case kit::KernelFamily::halo_loading:
    case kit::KernelFamily::shared_1d: halo_loading_block(model, block, log); break;
    }
}

/// Of a row that begins at the address.
std::int64_t sectors_at(std::int64_t address, const std::vector<int>& elements, int element_bytes) {
    std::set<std::int64_t> sectors;
    for (const int element : elements) {
        for (int byte = 0; byte < element_bytes; ++byte) {
            sectors.insert((address + element * element_bytes + byte) / 32);
        }
    }
    return static_cast<std::int64_t>(sectors.size());
}

} // namespace

SlowCounts run_slowly(const KernelModel& model, const Extents& blocks) {
    Log log;
    for_each_in(blocks, [&](const GridCell& block) { run_block(model, block, log); });
    return log.counts;
}

SlowTile run_one_block(const KernelModel& model) {
    KernelModel wide = model;
    GridCell middle{};
    for (int axis = 0; axis < model.stencil.axes; ++axis) {
        wide.grid[axis] = 1000;
        middle[axis] = 10;
    }
    Log log;
    log.keeps_cells = true;
    run_block(wide, middle, log);
    const auto never_read = std::ranges::count_if(
        log.loaded, [&](const GridCell& cell) { return !log.read.count(cell); });
    return {log.counts.loads, log.counts.stores, never_read};
}

WarpRequests warp_requests_slowly(const Extents& block, int element_bytes) {
    // The elements of each row of the block that each warp loads: warp, z, y.
    std::map<std::tuple<int, int, int>, std::vector<int>> pieces;
    int thread = 0;
    for_each_in(block, [&](const GridCell& cell) {
        pieces[{thread / 32, cell[2], cell[1]}].push_back(cell[0]);
        ++thread;
    });
    WarpRequests result;
    result.requests = (thread + 31) / 32;
    result.rows = static_cast<std::int64_t>(pieces.size());
    std::set<std::int64_t> counts; // wherever all rows begin
    for (int address = 0; address < 32; address += element_bytes) {
        std::int64_t sectors = 0;
        for (const auto& [place, elements] : pieces) {
            sectors += sectors_at(address, elements, element_bytes);
        }
        counts.insert(sectors);
    }
    result.least_sectors = *counts.begin();
    result.most_sectors = *counts.rbegin();
    return result;
}

std::int64_t count_interior_slowly(const KernelModel& model) {
    std::int64_t count = 0;
    for_each_in(model.grid, [&](const GridCell& cell) { count += interior(model, cell) ? 1 : 0; });
    return count;
}

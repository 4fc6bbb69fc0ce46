// The chapter's kernels walked thread by thread and cell by cell: slow, and sharing no formula with
// the model they are held against.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "analytics/count/traffic.hpp"

#include <cstdint>
#include <set>
#include <tuple>

/// What a launch did, counted one by one.
struct SlowCounts {
    std::int64_t slots = 0;  ///< tile cells, or terms of a basic kernel, that could be loaded
    std::int64_t loads = 0;  ///< those of them on the grid
    std::int64_t stores = 0; ///< output points stored, repetitions counted
    std::int64_t active_threads = 0;            ///< threads that stored at least once
    std::set<std::tuple<int, int, int>> stored; ///< x, y, z
    bool stayed_inside = true; ///< no computed point read beyond the grid or its own tile
};

/// Runs the model's kernel with `blocks`. Sizes must be small; preconditions are those of
/// kit::check.
[[nodiscard]] SlowCounts run_slowly(const kit::KernelModel& model, const kit::Extents& blocks);

/// One block of the model's kernel where no edge of the grid is near.
struct SlowTile {
    std::int64_t loads = 0;
    std::int64_t outputs = 0;
    std::int64_t never_read = 0; ///< cells that were loaded and are no term of any output
};

[[nodiscard]] SlowTile run_one_block(const kit::KernelModel& model);

/// The block's warps thread by thread, each piece of a row at every address that its elements can
/// have.
[[nodiscard]] kit::WarpRequests warp_requests_slowly(const kit::Extents& block, int element_bytes);

/// Output points of the grid, by looking at every cell.
[[nodiscard]] std::int64_t count_interior_slowly(const kit::KernelModel& model);

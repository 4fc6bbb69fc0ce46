// The chapter's kernels walked thread by thread and cell by cell: slow, and sharing no formula with
// the model they are held against.
#pragma once

#include "analytics/kernel_model.hpp"

#include <cstdint>
#include <set>
#include <tuple>

/// What a launch did, counted one by one.
struct SlowCounts {
    std::int64_t slots = 0;  ///< tile cells, or terms of a basic kernel, that could be loaded
    std::int64_t loads = 0;  ///< those of them on the grid
    std::int64_t stores = 0; ///< output points stored, repetitions counted
    std::set<std::tuple<int, int, int>> stored; ///< x, y, z
    bool stayed_inside = true; ///< no computed point read beyond the grid or its own tile
};

/// Runs the model's kernel with `blocks`. Sizes must be small; preconditions are those of
/// analytics::check.
[[nodiscard]] SlowCounts run_slowly(const analytics::KernelModel& model,
                                    const analytics::Extents& blocks);

/// Output points of the grid, by looking at every cell.
[[nodiscard]] std::int64_t count_interior_slowly(const analytics::KernelModel& model);

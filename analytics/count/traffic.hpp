// The loads, stores and operations of a launch of the chapter's kernels, counted exactly before any run.
//
// A load or store is of one element by one thread. Caches are not modelled: a cell that two blocks load
// counts twice. Source: PMPP 8.2 to 8.5, with the grid's edge taken exactly.
#pragma once

#include "analytics/count/exact.hpp"
#include "analytics/count/kernel_model.hpp"
#include "analytics/count/tiling.hpp"
#include "analytics/count/warp_request.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// Operations for each byte; 0 where nothing is moved, as then nothing is computed either.
struct ExactOpsPerByte {
    Rational loads_only;
    Rational loads_and_stores;

    friend bool operator==(const ExactOpsPerByte&, const ExactOpsPerByte&) = default;
};

/// By the conventions of Operations.
struct Intensity {
    ExactOpsPerByte separate; ///< 2p − 1 for each output
    ExactOpsPerByte fused;    ///< 2p for each output

    friend bool operator==(const Intensity&, const Intensity&) = default;
};

/// One block away from the grid's edge.
struct Tile {
    Extents output; ///< cells it computes
    Extents input;  ///< cells its outputs depend on, halo included; of a basic kernel the same as
                    ///< output, as it has no tile that holds a halo
    std::int64_t output_cells = 0;
    std::int64_t input_cells = 0;
    /// Elements: a basic kernel's p for each output; a tiled one's input cells, of which
    /// halo_loading leaves out the halo's edges and corners.
    std::int64_t loads = 0;
    /// Of a tiled kernel's loads those that no output depends on: a star's edges and corners.
    std::int64_t never_read = 0;
    Rational halo_share;    ///< 1 − output cells / input cells
    Rational reuse;         ///< loads of a basic kernel for the same outputs / loads
    Intensity ops_per_byte; ///< PMPP's number, which ignores the grid's edge
};

struct Traffic {
    Tile tile;

    /// ⌈n/block⌉ where the block is the output tile, ⌈(n − 2R)/T⌉ of the other families.
    Extents textbook_blocks;
    Extents least_blocks; ///< ⌈(n − R)/T⌉: the fewest that cover every output point
    Extents blocks;       ///< launched and counted below: the model's, or its default
    std::int64_t total_blocks = 0;
    std::int64_t threads_per_block = 0;
    std::int64_t threads = 0;
    std::int64_t active_threads = 0; ///< those that compute an output point
    WarpRequests warp_requests;      ///< of a full block's loads
    std::int64_t shared_bytes_per_block = 0;

    Extents output_extents;         ///< output points of the whole grid, by axis
    std::int64_t output_points = 0; ///< their product
    std::int64_t load_slots = 0;    ///< elements all blocks would load far from the edge
    std::int64_t loads = 0;         ///< elements loaded: the slots that lie on the grid
    std::int64_t stores = 0;        ///< elements stored: the output points that the blocks cover
    std::int64_t load_bytes = 0;
    std::int64_t store_bytes = 0;
    Operations operations;  ///< for the points stored
    Intensity ops_per_byte; ///< of the whole launch
    Intensity upper_bound;  ///< of a kernel that loads every element once, and stores it once
    Rational reuse; ///< a basic kernel's loads for the points stored / loads; 0 without loads
};

/// The axis as the model's kernel divides it; axis 0 is x. Its reach is 0 where every cell is an
/// output point. Of an axis that the stencil does not have: one cell, one tile. Precondition: check(model) passes.
[[nodiscard]] TiledAxis divided_axis(const KernelModel& model, int axis);

/// All counts. Throws BadInput as check(model) does, Overflow where a count needs over 64 bits.
[[nodiscard]] Traffic traffic(const KernelModel& model);

/// Sentences that explain where the textbook's and the least count of blocks differ: one for each axis,
/// or group of axes with the same reason. `counts` are those of the model.
[[nodiscard]] std::vector<std::string> block_count_notes(const KernelModel& model,
                                                         const Traffic& counts);

/// A sentence where a block needs over 48 KB of shared memory, else empty.
[[nodiscard]] std::string shared_memory_note(const Traffic& counts);

} // namespace kit

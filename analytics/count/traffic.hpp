// The loads, stores and operations of a launch of the chapter's kernels, counted exactly before any run.
//
// A load or store is of one element by one thread. Caches are not modelled: a cell that two blocks load
// counts twice. Source: PMPP 8.2 to 8.5, with the grid's edge taken exactly.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "checker/base/exact.hpp"
#include "checker/base/extents.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

// How blocks divide one axis of the grid: counts that do not depend on the other axes. The kernels of the
// chapter do not clip a tile to the interior: tile b covers the indices b·T to b·T + T − 1, so that tile 0
// begins on a boundary cell. The textbook's count ⌈(n − 2R)/T⌉ overlooks those first R indices. Every
// function is O(1): launches may have billions of blocks.

/// One axis. Cells n ≥ 1; reach R ≥ 0 cells of boundary at either end; tile T ≥ 1 outputs for each
/// block. Indices R to n − R − 1 are output points, or all of them where outputs go to the edge.
/// Functions throw Overflow, nothing else.
struct TiledAxis {
    std::int64_t cells = 1;
    std::int64_t reach = 0;
    std::int64_t tile = 1;
    bool to_the_edge = false;

    /// Cells at either end that are not output points.
    [[nodiscard]] std::int64_t margin() const { return to_the_edge ? 0 : reach; }
};

/// Output points, n − 2R (n to the edge), or 0 where the axis is too short to have one.
[[nodiscard]] std::int64_t output_points(const TiledAxis& axis);

/// The least count of blocks that covers every output point, ⌈(n − R)/T⌉ (⌈n/T⌉ to the edge), and at least 1, as CUDA
/// launches no empty grid.
[[nodiscard]] std::int64_t least_blocks(const TiledAxis& axis);

/// The textbook's count for one thread per cell, ⌈n/T⌉: sufficient, at times one too many.
[[nodiscard]] std::int64_t textbook_blocks_per_cell(const TiledAxis& axis);

/// The textbook's count for output tiles, ⌈(n − 2R)/T⌉, and at least 1: at times too few.
[[nodiscard]] std::int64_t textbook_blocks_per_tile(const TiledAxis& axis);

/// Output points that the first `blocks` tiles cover.
[[nodiscard]] std::int64_t covered_points(const TiledAxis& axis, std::int64_t blocks);

/// Cells of the grid in the first `blocks` input tiles, each of which spans the indices b·T − R to
/// b·T + T − 1 + R; a cell in two tiles counts twice, one beyond the grid's ends not at all.
[[nodiscard]] std::int64_t loaded_cells(const TiledAxis& axis, std::int64_t blocks);

/// Cells of the grid in the first `blocks` output tiles.
[[nodiscard]] std::int64_t tiled_cells(const TiledAxis& axis, std::int64_t blocks);

/// How many of the first `blocks` tiles have an output point.
[[nodiscard]] std::int64_t computing_blocks(const TiledAxis& axis, std::int64_t blocks);

// The memory sectors of one warp's load of a cell by each thread: the block's shape decides whether these
// are one long row or many short ones.

/// Threads of a warp, and bytes of a sector, on every device.
inline constexpr std::int64_t warp_threads = 32;
inline constexpr std::int64_t sector_bytes = 32;

/// The requests of a block away from the grid's edge for one load per thread, at the thread's own
/// cell or at a fixed distance from it. Threads are numbered along x, then y, then z; 32 in a row
/// are a warp, the last may have fewer.
///
/// How many sectors a piece of a row touches depends on where in a sector its row begins, which the
/// grid's width, the array's address and the distance decide: least and most are those of the best
/// and the worst place, the same for all rows, as where the grid's width is a number of sectors.
/// Pieces of different rows are taken to lie in different sectors, as they do where the grid is
/// wider than the block by a sector or more.
struct WarpRequests {
    std::int64_t requests = 0;      ///< of a block: its warps
    std::int64_t rows = 0;          ///< summed over the requests: pieces of grid rows
    std::int64_t least_sectors = 0; ///< likewise
    std::int64_t most_sectors = 0;  ///< likewise

    friend bool operator==(const WarpRequests&, const WarpRequests&) = default;
};

/// Preconditions: `block` has at least 1 and at most 1,024 threads, an element at least 1 byte and
/// an address that its size divides.
[[nodiscard]] WarpRequests warp_requests(const Extents& block, int element_bytes);

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
    /// A tiled kernel's loads that no output depends on: a star's edges and corners.
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

/// A sentence where CUDA would refuse the launch for its blocks along an axis or its threads along z, else empty.
/// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
[[nodiscard]] std::string launch_limit_note(const KernelModel& model, const Traffic& counts);

} // namespace kit

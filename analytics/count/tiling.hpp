// How blocks divide one axis of the grid: counts that do not depend on the other axes.
//
// The kernels of the chapter do not clip a tile to the interior: tile b covers the indices
// b·T to b·T + T − 1, so that tile 0 begins on a boundary cell. The textbook's count ⌈(n − 2R)/T⌉
// overlooks those first R indices. Every function is O(1): launches may have billions of blocks.
#pragma once

#include <cstdint>

namespace kit {

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

} // namespace kit

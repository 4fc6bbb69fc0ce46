// How the launch's blocks may lie on the grid: the kernel alone knows, but its launch leaves few ways.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/observation.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace kit {

/// One axis cut into tiles of equal length: tile t holds cells [origin + t·cells, origin + (t+1)·cells).
struct AxisTiles {
    std::int64_t origin = 0;
    std::int64_t cells = 1;
    std::int64_t tiles = 1; ///< blocks along the axis

    [[nodiscard]] std::int64_t tile_of(std::int64_t at) const {
        const std::int64_t from = at - origin;
        return from < 0 ? -1 - (-from - 1) / cells : from / cells;
    }

    /// The place in its tile, from 0.
    [[nodiscard]] std::int64_t place_of(std::int64_t at) const {
        return at - origin - tile_of(at) * cells;
    }

    [[nodiscard]] std::int64_t first_of(std::int64_t tile) const { return origin + tile * cells; }

    /// One past the last cell that the launch's blocks reach.
    [[nodiscard]] std::int64_t end() const { return origin + tiles * cells; }

    friend bool operator==(const AxisTiles&, const AxisTiles&) = default;
};

/// x, y, z.
using Tiling = std::array<AxisTiles, 3>;

/// Whether the blocks must reach the grid's end, or fall short of it by at most one block, or may end
/// anywhere, beyond it too.
enum class Cover { nearly_all, any_part };

/// The ways in which the output tiles of this launch can cover the grid, the likeliest first; never
/// empty. Tiles are as large as the block, or smaller by a halo on both sides; along an axis on which
/// a block marches they are as long as the blocks need. They start at the first cell or the first
/// inner cell.
[[nodiscard]] std::vector<Tiling> tilings(const Lab& lab, const Extents& extents,
                                          const LaunchShape& launch,
                                          Cover cover = Cover::nearly_all);

} // namespace kit

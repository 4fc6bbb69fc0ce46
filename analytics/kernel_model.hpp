// A launch of one of the chapter's kernels, described by the sizes that decide its traffic.
#pragma once

#include "analytics/extents.hpp"
#include "analytics/stencil.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace analytics {

/// The kernels of PMPP chapter 8, and the two of other courses that load their halo apart.
enum class Family {
    basic,               ///< 8.2: one thread per cell, every term from global memory
    shared_memory_tiled, ///< 8.3: block = input tile, one load per cell of it
    coarsened,      ///< 8.4: block = xy plane of the input tile, 2R + 1 planes in shared memory
    register_tiled, ///< 8.5: as coarsened, one plane in shared memory, the others in registers
    halo_loading,   ///< block = output tile; each thread loads its cell, those at the edge also the
                    ///< halo's faces, into shared memory with room for the whole halo
    shared_1d,      ///< the same on one axis: an array of block + 2R elements
};

inline constexpr std::array all_families{Family::basic,        Family::shared_memory_tiled,
                                         Family::coarsened,    Family::register_tiled,
                                         Family::halo_loading, Family::shared_1d};

/// "basic", "shared-memory tiled", "coarsened", "register-tiled", "halo-loading", "1D shared".
[[nodiscard]] std::string_view name(Family family);

struct KernelModel {
    Family family = Family::basic;
    Stencil stencil;
    Extents grid;  ///< cells, boundary cells included; 1 along axes the stencil does not have
    Extents block; ///< threads; 1 along axes the stencil does not have, and z of a marching family
    /// Output planes that a block of a marching family computes; absent: as many as its output
    /// tile has cells along x. Without meaning for the other families.
    std::optional<std::int64_t> planes_per_block = std::nullopt;
    int element_bytes = 4;
    bool whole_numbers = false; ///< elements are integers: rates of floating point are not theirs
    /// Every cell is an output point, those at the grid's edge too; a term outside the grid is taken
    /// from a cell on it that the block loads. basic and shared_1d only.
    bool every_cell = false;
    /// The blocks launched along each axis; absent: ⌈n/block⌉ of the families whose block is an
    /// output tile, the least sufficient of the others.
    std::optional<Extents> blocks = std::nullopt;
};

/// The families that march along z: coarsened and register_tiled.
[[nodiscard]] bool marches(Family family);

/// Axes along which a block has threads: 2 of a marching family, else the stencil's.
[[nodiscard]] int block_axes(const KernelModel& model);

/// The families of which a thread stands for one cell of the output tile, and the halo has no
/// threads of its own: basic, halo_loading and shared_1d.
[[nodiscard]] bool block_is_output_tile(Family family);

/// CUDA's limit, on every device.
inline constexpr std::int64_t most_threads_per_block = 1024;

/// Bytes of shared memory that a block may have on every device without asking for more: 48 KB.
inline constexpr std::int64_t most_plain_shared_bytes = 48 * 1024;

/// Throws BadInput on what is no such launch: sizes below 1, extents along axes that the stencil
/// does not have, more than 1,024 threads in a block, a tile that its halo fills; outputs at every
/// cell of another family than basic; a marching family on fewer than three axes or with a block deeper than a plane; shared_1d on more than one axis;
/// register tiling of a box, whose terms off the column are not in the thread's own registers, and
/// halo_loading of one, whose terms at the halo's edges and corners nobody loads.
void check(const KernelModel& model);

/// Throws BadInput where the grid is too short along an axis to have an output point.
void need_output_points(const Stencil& stencil, const Extents& grid);

} // namespace analytics

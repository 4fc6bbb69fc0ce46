// A launch of one of the chapter's kernels, described by the sizes that decide its traffic.
#pragma once

#include "checker/base/extents.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kit {

/// A star reads along the axes only; a box reads every cell of the cube around the centre.
enum class StencilShape { star, box };

/// A stencil whose order is its reach: `order` cells to either side of the centre on each axis.
/// Order 0 is the map out[i] = f(in[i]).
struct Stencil {
    StencilShape shape = StencilShape::star;
    int axes = 3;  ///< 1, 2 or 3: x; x and y; x, y and z
    int order = 1; ///< in cells, 0 or more

    friend bool operator==(const Stencil&, const Stencil&) = default;
};

/// Throws BadInput on a number of axes other than 1 to 3 and on a negative order.
void check(const Stencil& stencil);

/// Terms p of the stencil's sum: 2·axes·order + 1 of a star, (2·order + 1)^axes of a box. Throws as
/// check does, and Overflow.
[[nodiscard]] std::int64_t points(const Stencil& stencil);

/// A count by the two conventions that texts use for a sum of p products.
struct Operations {
    std::int64_t separate = 0; ///< p multiplications and p − 1 additions: 2p − 1 for each output
    std::int64_t fused = 0;    ///< p multiply-adds, each counted as two: 2p for each output

    friend bool operator==(const Operations&, const Operations&) = default;
};

/// Both counts for `outputs` (0 or more) computed points. Throws as points does.
[[nodiscard]] Operations operations(const Stencil& stencil, std::int64_t outputs);

/// The kernels of PMPP chapter 8, and two of other courses whose threads load the halo in extra steps.
enum class KernelFamily {
    basic,               ///< 8.2: one thread per cell, every term from global memory
    shared_memory_tiled, ///< 8.3: block = input tile, one load per cell of it
    coarsened,      ///< 8.4: block = xy plane of the input tile, 2R + 1 planes in shared memory
    register_tiled, ///< 8.5: as coarsened, one plane in shared memory, the others in registers
    halo_loading,   ///< block = output tile; each thread loads its cell, those at the edge also the
                    ///< halo's faces, into shared memory with room for the whole halo
    shared_1d,      ///< the same on one axis: an array of block + 2R elements
};

inline constexpr std::array all_families{
    KernelFamily::basic,          KernelFamily::shared_memory_tiled, KernelFamily::coarsened,
    KernelFamily::register_tiled, KernelFamily::halo_loading,        KernelFamily::shared_1d};

/// "basic", "shared-memory tiled", "coarsened", "register-tiled", "halo-loading", "1D shared".
[[nodiscard]] std::string_view name(KernelFamily family);

struct KernelModel {
    KernelFamily family = KernelFamily::basic;
    Stencil stencil;
    Extents grid;  ///< cells, boundary cells included; 1 along axes the stencil does not have
    Extents block; ///< threads; 1 along axes the stencil does not have, and z of a marching family
    /// Output planes that a block of a marching family computes; absent: as many as its output
    /// tile has cells along x. Without meaning for the other families.
    std::optional<std::int64_t> planes_per_block = std::nullopt;
    int element_bytes = 4;
    bool whole_numbers = false; ///< elements are integers: rates of floating point are not theirs
    /// Every cell is an output point, those at the grid's edge too; a term outside the grid is taken
    /// from a cell on it that the block loads.
    bool every_cell = false;
    /// The blocks launched along each axis; absent: ⌈n/block⌉ of the families whose block is an
    /// output tile, the least sufficient of the others.
    std::optional<Extents> blocks = std::nullopt;
};

/// The families that march along z: coarsened and register_tiled.
[[nodiscard]] bool marches(KernelFamily family);

/// Axes along which a block has threads: 2 of a marching family, else the stencil's.
[[nodiscard]] int block_axes(const KernelModel& model);

/// The families with one thread for each cell of the output tile, and none for the halo: basic,
/// halo_loading and shared_1d.
[[nodiscard]] bool block_is_output_tile(KernelFamily family);

/// CUDA's limit, on every device.
inline constexpr std::int64_t most_threads_per_block = 1024;

/// Bytes of shared memory that a block may have on every device by default: 48 KB.
inline constexpr std::int64_t most_plain_shared_bytes = 48 * 1024;

/// Throws BadInput on a launch that cannot be counted: sizes below 1, extents along axes that the
/// stencil does not have, more than 1,024 threads in a block, a tile that its halo fills, a marching
/// family on fewer than three axes or with a block deeper than a plane, and shared_1d on more than one axis. A box
/// stencil cannot be register_tiled, because a thread's registers hold only its own column, nor halo_loading, because
/// no thread loads the halo's edges and corners.
void check(const KernelModel& model);

/// Throws BadInput where the grid is too short along an axis to have an output point.
void need_output_points(const Stencil& stencil, const Extents& grid);

} // namespace kit

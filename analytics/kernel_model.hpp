// A launch of one of the chapter's kernels, described by the sizes that decide its traffic.
#pragma once

#include "analytics/extents.hpp"
#include "analytics/stencil.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace analytics {

/// The kernels of PMPP chapter 8.
enum class Family {
    basic,               ///< 8.2: one thread per cell, every term from global memory
    shared_memory_tiled, ///< 8.3: block = input tile, one load per cell of it
    coarsened,      ///< 8.4: block = xy plane of the input tile, 2R + 1 planes in shared memory
    register_tiled, ///< 8.5: as coarsened, one plane in shared memory, the others in registers
};

/// "basic", "shared-memory tiled", "coarsened", "register-tiled".
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
    /// The blocks launched along each axis; absent: ⌈n/block⌉ of the basic kernel, the least
    /// sufficient of the others.
    std::optional<Extents> blocks = std::nullopt;
};

/// The families that march along z: coarsened and register_tiled.
[[nodiscard]] bool marches(Family family);

/// CUDA's limit, on every device.
inline constexpr std::int64_t most_threads_per_block = 1024;

/// Throws BadInput on what is no such launch: sizes below 1, extents along axes that the stencil
/// does not have, more than 1,024 threads in a block, a tile that its halo fills; a marching family
/// on fewer than three axes or with a block deeper than a plane; register tiling of a box, whose
/// terms off the column are not in the thread's own registers.
void check(const KernelModel& model);

} // namespace analytics

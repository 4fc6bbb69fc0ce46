// How a grid is cut across z among several GPUs.
#pragma once

#include "checker/base/extents.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// One launch of a kernel on several GPUs. Sweeps count from 0.
struct SweepOnGpu {
    unsigned gpu = 0;
    unsigned sweep = 0;

    friend bool operator==(const SweepOnGpu&, const SweepOnGpu&) = default;
};

/// What one GPU computes.
struct SlabPlanes {
    std::int64_t
        first; ///< the grid's plane that is its first own one; the ghost plane lies before it
    std::int64_t planes; ///< of its own

    /// Cells with the two ghost planes.
    [[nodiscard]] std::int64_t cells(const Extents& grid) const {
        return (planes + 2) * grid.x * grid.y;
    }
};

/// Whether the lab's kernel runs on several GPUs.
[[nodiscard]] bool has_slabs(const Lab& lab);

/// Most GPUs that a grid may be cut among.
constexpr int most_gpus = 8;

/// The lab with each of its grids cut among so many GPUs.
[[nodiscard]] Lab on_gpus(Lab lab, int gpus);

/// The grid with as many inner planes for each GPU as it has itself.
[[nodiscard]] Extents with_planes_for_each(Extents extents, int gpus);

/// The inner planes of the grid, cut into slabs whose heights differ by one plane at most, lowest first; one for each
/// GPU, but no more than there are planes. Empty if the lab has no slabs.
[[nodiscard]] std::vector<SlabPlanes> slabs_of(const Lab& lab, const Extents& extents);

/// The most planes of its own that a GPU has.
[[nodiscard]] std::int64_t most_planes(const std::vector<SlabPlanes>& slabs);

/// "below.out": what an array of a GPU's slab is called by the kernel that runs at `at`. `number`: 0 for the array that
/// even sweeps read, 1 for the one that they write, 2 for the flags.
[[nodiscard]] std::string slab_array_name(const Lab& lab, unsigned gpu, int number,
                                          const SweepOnGpu& at);

/// Bytes that the GPUs must send each other in all sweeps: the inner cells of each plane beside a cut, once in
/// each direction.
[[nodiscard]] std::uint64_t bytes_between_gpus(const Lab& lab, const Extents& extents);

} // namespace kit

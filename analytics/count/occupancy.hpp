// Whether a kernel's block runs on a GPU, how many blocks an SM holds at once, and which of its resources
// runs out first.
//
// The rules are those of NVIDIA's occupancy calculator, cuda_occupancy.h: whole warps; shared memory
// rounded up to its granularity, with the reserved bytes; registers given to whole warps in each of
// the SM's partitions. Whole numbers throughout.
#pragma once

#include "analytics/count/gpu.hpp"
#include "analytics/count/kernel_model.hpp"
#include "checker/base/exact.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kit {

/// The resources that one block takes.
struct BlockNeeds {
    std::int64_t threads = 1;
    std::int64_t shared_bytes = 0;                      ///< static and dynamic together
    std::optional<std::int64_t> registers_per_thread{}; ///< absent: unknown, and no limit
};

enum class Resource { blocks, warps, shared_memory, registers };

/// "blocks", "warps", "shared memory", "registers".
[[nodiscard]] std::string_view name(Resource resource);

/// Blocks of an SM by one resource alone.
struct BlockLimit {
    Resource resource = Resource::blocks;
    std::int64_t has = 0;    ///< of an SM, in blocks, warps, bytes or registers
    std::int64_t takes = 0;  ///< by a block, rounded as the hardware does; never 0
    std::int64_t blocks = 0; ///< that fit
};

struct Occupancy {
    std::vector<BlockLimit> limits;   ///< blocks and warps; shared memory and registers where used
    std::vector<Resource> limited_by; ///< those that allow the fewest blocks, in the order above
    std::int64_t blocks_per_sm = 0;   ///< at least 1
    std::int64_t warps_per_sm = 0;
    Rational share; ///< of the SM's warps
};

/// Throws BadInput with the limit and what would fit where not even one block runs: more threads,
/// shared memory (opted in) or registers than a block may have, or a count below its least value.
[[nodiscard]] Occupancy occupancy(const BlockNeeds& needs, const Capability& capability);

/// The largest block of equal sides, a square for a family that marches, whose threads and shared
/// memory the GPU allows, all else as in `model`; absent where not even the smallest tile fits.
[[nodiscard]] std::optional<Extents> largest_block(const KernelModel& model,
                                                   const Capability& capability);

/// Throws BadInput, with both numbers and the largest block that fits, where the model's block has
/// more threads or its tile more shared memory than the GPU allows. Throws as check(model) does.
void check_fit(const KernelModel& model, const Gpu& gpu);

} // namespace kit

// How the blocks of a run are numbered, and which of them the launches put in order.
//
// A run is one launch, or one on each GPU, or one for each sweep and GPU: sweep by sweep and, in each, GPU by GPU. All
// have the same grid. A GPU runs its launches one after the other; only flags order those of two GPUs.
#pragma once

#include <cstdint>

namespace kit::runtime {

struct RunOrder {
    std::uint64_t blocks = ~std::uint64_t{0}; ///< of a launch
    std::uint32_t gpus = 1;
    std::uint32_t first_sweep = 0;
    bool of_several_sweeps = false; ///< a GPU's launches follow each other in this run

    [[nodiscard]] std::uint32_t gpu_of(std::uint64_t block) const {
        return gpus == 1 ? 0 : static_cast<std::uint32_t>(block / blocks % gpus);
    }

    /// From 0, which is the first one of all.
    [[nodiscard]] std::uint32_t sweep_of(std::uint64_t block) const {
        return first_sweep + static_cast<std::uint32_t>(block / blocks / gpus);
    }

    /// Its number in the grid.
    [[nodiscard]] std::uint64_t in_grid(std::uint64_t block) const { return block % blocks; }

    [[nodiscard]] bool is_of_earlier_launch(std::uint64_t block, std::uint64_t than) const {
        return block / blocks < than / blocks && gpu_of(block) == gpu_of(than);
    }
};

/// This run's order; set before its first launch.
extern RunOrder run_order;

} // namespace kit::runtime

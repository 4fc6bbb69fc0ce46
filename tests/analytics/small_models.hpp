// Small random launches of a family, the same in every run: what the model is held against.
#pragma once

#include "analytics/count/kernel_model.hpp"

#include <random>
#include <string>

class SmallModels {
public:
    /// The largest size drawn, along each axis.
    struct Sizes {
        int cells = 1;   ///< of the grid
        int outputs = 1; ///< of a block's tile
        int planes = 1;  ///< that a block of a marching family computes
    };

    SmallModels(kit::KernelFamily family, const Sizes& largest)
        : family_(family), largest_(largest) {}

    /// A launch of a star or box of order 0 to 2 on the axes that the family can have. Now and then
    /// with other block counts than its own: too few, or more than have work.
    kit::KernelModel next();

private:
    int between(int low, int high);
    int drawn_axes();
    bool may_be_box(int axes);

    kit::KernelFamily family_;
    Sizes largest_;
    std::mt19937 generator_{20240607};
};

/// "tiled, star of order 1 on 3 axes, grid 7 3 9, block 3 4 3, planes 0", and ", every cell" where
/// that is so.
[[nodiscard]] std::string describe(const kit::KernelModel& model);

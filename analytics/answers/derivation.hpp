// Parts that derivations share, such as one step for several axes with the same calculation.
#pragma once

#include "analytics/answers/exercises.hpp"

#include <array>
#include <string>
#include <vector>

namespace kit {

/// One axis's calculation: "120 − 2·1", 118.
struct AxisStep {
    std::string formula;
    std::int64_t result = 0;

    friend bool operator==(const AxisStep&, const AxisStep&) = default;
};

/// A step for each group of axes with the same calculation, labelled "`what`, each axis",
/// "`what`, x and y", "`what`, z".
[[nodiscard]] std::vector<Step> axis_steps(const std::string& what,
                                           const std::array<AxisStep, 3>& axes);

/// "32 − 2·1": a tile's outputs along an axis of the block.
[[nodiscard]] std::string without_halo(std::int64_t size, int order);

/// "a 7-point stencil of order 1".
[[nodiscard]] std::string describe(const Stencil& stencil);

/// 1a to 1d: a sweep's output points and the blocks of each kernel. Throws as exercise() does.
[[nodiscard]] Exercise sweep_exercise(char part, const ExerciseSizes& sizes);

/// 2a to 2e: a coarsened kernel's tile, its operations per byte and its shared memory. Throws as
/// exercise() does; does not use the grid.
[[nodiscard]] Exercise tile_exercise(char part, const ExerciseSizes& sizes);

} // namespace kit

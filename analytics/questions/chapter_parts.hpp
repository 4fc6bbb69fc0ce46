// What the chapter's questions have in common.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "analytics/count/traffic.hpp"
#include "analytics/questions/chapter.hpp"

#include <string>
#include <string_view>

namespace kit {

/// The 3D star of the questions about tiles.
[[nodiscard]] Stencil star(const ChapterSizes& sizes);

/// A launch whose tile is asked about: a grid of one tile, as the tile does not depend on it.
[[nodiscard]] KernelModel one_tile(const ChapterSizes& sizes, KernelFamily family);

/// "An input tile of 8×8×8 cells for a 7-point stencil of order 1, 4-byte elements."
[[nodiscard]] std::string tile_setting(const ChapterSizes& sizes, const Extents& tile);

/// The product of the first `axes` (2 or 3) extents.
[[nodiscard]] StatedFormula cells(const Extents& extents, int axes = 3);

/// Operations, bytes loaded alone and bytes with those stored.
struct Ratios {
    StatedFormula separate; ///< by 2p − 1
    StatedFormula fused;    ///< by 2p
    StatedFormula loads;
    StatedFormula both;
};

/// Adds operations over bytes by the conventions that `sizes` ask for.
void add_ratios(Question& question, const ChapterSizes& sizes, const Ratios& ratios,
                int digits = 2);

/// Operations per byte of a block away from the grid's edge; `kernel` as it stands in the question.
[[nodiscard]] Question tile_intensity(const ChapterSizes& sizes, const KernelModel& model,
                                      std::string_view kernel);

} // namespace kit

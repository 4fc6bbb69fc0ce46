// What the chapter's questions have in common.
#pragma once

#include "analytics/answers/chapter.hpp"
#include "analytics/answers/exercises.hpp"
#include "analytics/count/kernel_model.hpp"
#include "analytics/count/traffic.hpp"

#include <string>
#include <string_view>

namespace kit {

/// The 3D star of the questions about tiles.
[[nodiscard]] Stencil star(const ChapterSizes& sizes);

/// A launch whose tile is asked about: a grid of one tile, as the tile does not depend on it.
[[nodiscard]] KernelModel one_tile(const ChapterSizes& sizes, KernelFamily family);

/// "An input tile of 8×8×8 cells for a 7-point stencil of order 1, 4-byte elements."
[[nodiscard]] std::string tile_setting(const ChapterSizes& sizes, const Extents& tile);

/// Adds operations over bytes by the conventions that `sizes` ask for. The texts are the terms of the
/// fractions: operations by 2p − 1 and by 2p, bytes loaded alone and with those stored.
void add_ratios(Exercise& exercise, const ChapterSizes& sizes, const Intensity& ratios,
                const std::string& separate, const std::string& fused, const std::string& loads,
                const std::string& both, int digits = 2);

/// Operations per byte of a block away from the grid's edge; `kernel` as it stands in the question.
[[nodiscard]] Exercise tile_intensity(const ChapterSizes& sizes, const KernelModel& model,
                                      std::string_view kernel);

} // namespace kit

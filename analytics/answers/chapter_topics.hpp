// One function for each topic of the chapters' numbers; chapter.cpp alone calls them.
#pragma once

#include "analytics/answers/chapter.hpp"
#include "analytics/count/kernel_model.hpp"

namespace kit {

/// Operations per byte of the basic and the tiled kernel: parts a, b, c.
[[nodiscard]] Exercise intensity_question(char part, const ChapterSizes& sizes);

/// A tile's halo, and the cells of it that a star never reads: parts a, b.
[[nodiscard]] Exercise halo_question(char part, const ChapterSizes& sizes);

/// Upper bounds of operations per byte, 2D and 3D: parts a, b.
[[nodiscard]] Exercise bounds_question(char part, const ChapterSizes& sizes);

/// Elements that each kernel loads: parts a, b, c.
[[nodiscard]] Exercise loads_question(char part, const ChapterSizes& sizes);

/// The shared array of a 1D stencil, its capacity, and reads per input: parts a, b, c.
[[nodiscard]] Exercise line_question(char part, const ChapterSizes& sizes);

/// A block that is an output tile and loads the halo's faces: parts a, b.
[[nodiscard]] Exercise faces_question(char part, const ChapterSizes& sizes);

/// Blocks and warps over an image: parts a, b.
[[nodiscard]] Exercise image_question(char part, const ChapterSizes& sizes);

} // namespace kit

// The chapters' other numbers - ratios, halos, bounds, loads - as questions.
#pragma once

#include "analytics/count/kernel_model.hpp"
#include "analytics/questions/question.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// Which operations for a point of p terms a ratio counts: 2p − 1, 2p, or each in turn.
enum class CountedOperations { all, separate, fused };

/// Which bytes a ratio counts: those loaded, those stored as well, or each in turn.
enum class CountedBytes { all, loads, loads_and_stores };

/// The sizes of the questions; the defaults are the texts'.
struct ChapterSizes {
    /// Cells to either side of the centre; absent: 1, and where the texts show two orders both.
    std::optional<int> order = std::nullopt;
    Extents grid{120, 120, 120};     ///< "loads": cells, boundary cells included
    Extents block{8, 8, 8};          ///< threads: an input tile, of "faces" an output tile
    Extents plane_block{32, 32, 1};  ///< "loads": one xy plane of the input tile
    std::int64_t line_threads = 128; ///< "line"
    Extents image{640, 480, 1};      ///< "image": columns and rows
    Extents image_block{12, 8, 1};   ///< "image": threads
    Extents small_plane{6, 6, 1};    ///< "coarsening": one xy plane of the drawn input tile
    std::int64_t points = 128;       ///< "differences": from 0 to 1, both included
    std::string gpu = "H200";        ///< "registers": whose limits
    int element_bytes = 4;
    CountedOperations operations = CountedOperations::all;
    CountedBytes bytes = CountedBytes::all;
};

/// A topic of the chapters, whose questions have the ids "halo.a", "halo.b".
struct ChapterTopic {
    const char* name;
    std::vector<std::string_view> uses; ///< of each part, as QuestionPart has it
    Question (*question)(char part, const ChapterSizes& sizes);
    const char* title;
};

[[nodiscard]] const std::vector<ChapterTopic>& chapter_topics();
[[nodiscard]] const std::vector<QuestionPart>& chapter_parts();

/// The ids that a name means, as ids_named() has them. Throws BadInput on any other name.
[[nodiscard]] std::vector<std::string> chapter_ids(std::string_view name = "");

/// One question. Throws BadInput on an id that chapter_ids() does not have and on sizes that no kernel
/// has, Overflow where a number needs over 64 bits.
[[nodiscard]] Question chapter_question(std::string_view id, const ChapterSizes& sizes);

// One function for each topic, which chapter_question() alone calls.

/// Operations per byte of the basic and the tiled kernel: parts a, b, c.
[[nodiscard]] Question intensity_question(char part, const ChapterSizes& sizes);

/// A tile's halo, and the cells of it that a star never reads: parts a, b.
[[nodiscard]] Question halo_question(char part, const ChapterSizes& sizes);

/// Upper bounds of operations per byte, 2D and 3D: parts a, b.
[[nodiscard]] Question bounds_question(char part, const ChapterSizes& sizes);

/// Elements that each kernel loads: parts a, b, c.
[[nodiscard]] Question loads_question(char part, const ChapterSizes& sizes);

/// The shared array of a 1D stencil, its capacity, and reads per input: parts a, b, c.
[[nodiscard]] Question line_question(char part, const ChapterSizes& sizes);

/// A block that is an output tile and loads the halo's faces: parts a, b.
[[nodiscard]] Question faces_question(char part, const ChapterSizes& sizes);

/// The largest cube of one thread a cell, and its operations per byte: parts a, b.
[[nodiscard]] Question limit_question(char part, const ChapterSizes& sizes);

/// Threads of a block that compute, tiled and coarsened: parts a, b.
[[nodiscard]] Question threads_question(char part, const ChapterSizes& sizes);

/// Rows and sectors of a warp's loads, in a cube and in a plane: parts a, b.
[[nodiscard]] Question warps_question(char part, const ChapterSizes& sizes);

/// The coarsened kernel's tile and its operations per byte: parts a, b.
[[nodiscard]] Question coarsening_question(char part, const ChapterSizes& sizes);

/// What register tiling saves, and what it takes: parts a, b.
[[nodiscard]] Question registers_question(char part, const ChapterSizes& sizes);

/// Spacing, coefficients and error of finite differences: parts a, b, c.
[[nodiscard]] Question differences_question(char part, const ChapterSizes& sizes);

/// Blocks, warps and loads over an image: parts a, b, c.
[[nodiscard]] Question image_question(char part, const ChapterSizes& sizes);

} // namespace kit

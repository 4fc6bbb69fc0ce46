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

/// One question of a topic.
struct ChapterPart {
    std::string_view uses; ///< as QuestionPart has it
    Question (*work)(const ChapterSizes& sizes);
};

/// A topic of the chapters, whose questions have the ids "halo.a", "halo.b".
struct ChapterTopic {
    const char* name;
    const char* title;
    std::vector<ChapterPart> parts;
};

[[nodiscard]] const std::vector<ChapterTopic>& chapter_topics();
[[nodiscard]] const std::vector<QuestionPart>& chapter_parts();

/// The ids that a name means, as ids_named() has them. Throws BadInput on any other name.
[[nodiscard]] std::vector<std::string> chapter_ids(std::string_view name = "");

/// One question. Throws BadInput on an id that chapter_ids() does not have and on sizes that no kernel
/// has, Overflow where a number needs over 64 bits.
[[nodiscard]] Question chapter_question(std::string_view id, const ChapterSizes& sizes);

// The topics of each file, which chapter_topics() lists.

[[nodiscard]] std::vector<ChapterTopic> tile_topics();
[[nodiscard]] std::vector<ChapterTopic> stencil_topics();
[[nodiscard]] std::vector<ChapterTopic> thread_topics();
[[nodiscard]] std::vector<ChapterTopic> difference_topics();

} // namespace kit

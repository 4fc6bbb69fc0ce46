// A page held against what its markers ask for, and rewritten to it.
//
// Markers are HTML comments, which neither a repository's browser nor HTML shows. A value stands
// between two of them, on one line and not at its beginning, where Markdown would take the line for
// HTML:
//
//     It launches <!-- =blocks(tiled) -->8,000<!-- / --> blocks.
//
// Code and figures come below a marker of their own line, after at most one empty line:
//
//     <!-- code labs/05-shared-memory-tiling/kernel.cu part 2 -->
//     ```cuda
//     ...
//     ```
//     <!-- figure tile-slice block=8 radius=1 -->
//     ![...](figures/tile-slice.svg)
//
// The languages within: expression.hpp, excerpt.hpp, figures/kinds.hpp. Any other comment is taken
// for a marker with a slip in it. Between ``` and ``` nothing is a marker.
#pragma once

#include "handouts/builder/expression.hpp"
#include "handouts/builder/figures/kinds.hpp"
#include "handouts/builder/problem.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace handouts {

struct PageReview {
    std::string text; ///< the page as it should be
    std::vector<Problem> problems;
    std::vector<FigureRequest> figures; ///< that the page asks for, each understood
};

/// `file` names the page in problems; `root` is the tree that code is taken from.
[[nodiscard]] PageReview review_page(const std::string& file, const std::string& text,
                                     const std::filesystem::path& root, const Lookup& lookup);

/// The page without its markers, as it is handed to a converter.
[[nodiscard]] std::string without_markers(const std::string& text);

} // namespace handouts

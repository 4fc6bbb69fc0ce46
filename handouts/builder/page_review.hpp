// A page is compared with what its markers ask for, and rewritten to match.
//
// Markers are HTML comments, which neither a repository's browser nor HTML shows. A value is
// between two of them, on one line. A marker at the beginning of a line would make Markdown take
// the line for HTML, so a word has to come before it:
//
//     It launches <!-- =blocks(tiled) -->8,000<!-- / --> blocks.
//
// Code and figures follow a marker on its own line, after at most one empty line:
//
//     <!-- code labs/05-shared-memory-tiling/kernel.cu part 2 -->
//     ```cuda
//     ...
//     ```
//     <!-- figure tile-slice block=8 radius=1 -->
//     ![...](figures/tile-slice.svg)
//     <!-- trace 5 thread=3,3,3 -->
//     ![...](figures/trace-05-thread-3-3-3.svg)
//
// What markers may say: marker.hpp, excerpt.hpp, figures/kinds.hpp, traces/request.hpp. Any other comment is
// reported as a mistyped marker. Between ``` and ``` nothing is a marker.
#pragma once

#include "handouts/builder/figures/kinds.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/traces/request.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

struct Problem {
    std::string file;        ///< relative to the source tree
    int line = 0;            ///< from 1; 0: the file as a whole
    std::string text;        ///< whole sentences: what is wrong and what would be right
    bool repairable = false; ///< --update can fix it
};

/// "handouts/04-basic-sweep.md:12: ...".
[[nodiscard]] std::string text(const Problem& problem);

struct PageReview {
    std::string text; ///< the page as it should be
    std::vector<Problem> problems;
    std::vector<FigureRequest> figures; ///< the page's valid figure markers
    std::vector<TraceRequest> traces;   ///< the same for traces
};

/// `file` names the page in problems; code is read from the tree at `root`.
[[nodiscard]] PageReview review_page(const std::string& file, const std::string& text,
                                     const std::filesystem::path& root, const MarkerLookup& lookup);

/// What a page without problems wants traced.
[[nodiscard]] std::vector<TraceRequest> traces_of(const std::string& text);

/// The page without its markers, for a converter.
[[nodiscard]] std::string without_markers(const std::string& text);

} // namespace kit

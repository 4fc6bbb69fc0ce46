// Which submissions of one lab are nearly the same kernel, whatever their names, comments and
// formatting.
//
// What the skeleton gives and what much of the class writes is no sign of anything and is left out;
// what remains of two files is compared. A high similarity is a reason to read both files, no
// verdict.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The defaults are measured on the kit's own kernels: tests/grading/similarity/corpus_test.cpp.
struct SimilarityOptions {
    std::size_t run = 10;        ///< words of a run
    std::size_t window = 4;      ///< runs of which one is kept
    double least = 0.75;         ///< similarity from which on files are told
    std::size_t least_own = 24; ///< fingerprints of its own that a file needs to be compared at all
    double common_share = 0.05;  ///< a run that more of the files have is left out, ...
    std::size_t common_files = 10; ///< ... if more than so many have it
    std::size_t most_pairs = 1000;
};

struct LineRange {
    int first = 1;
    int last = 1;

    friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// Two files, or several whose words are all the same.
struct SimilarFiles {
    std::vector<std::size_t> files; ///< two or more, by their places among the texts, ascending
    double similarity = 1;          ///< 2·shared / (own of one + own of the other), at most 1
    /// Where what they share stands in the first and in the second of `files`.
    std::vector<LineRange> first_lines;
    std::vector<LineRange> second_lines;
    /// Share of the names that both files invented: the same names are a further sign, others none.
    double same_names = 0;
};

struct Similarities {
    std::vector<SimilarFiles> found; ///< the most similar first, then by their places
    std::size_t left_out = 0;        ///< past `most_pairs`
    std::size_t too_small = 0;       ///< files with too little of their own to say anything
};

/// Compares all texts with each other, by an index of fingerprints: 5,000 kernels take seconds. Of
/// files whose words are all the same the first stands for all when it is compared with others.
[[nodiscard]] Similarities similar_files(std::string_view skeleton,
                                         const std::vector<std::string>& texts,
                                         const SimilarityOptions& options = {});

} // namespace kit

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

/// The defaults are measured (tests/grading/similarity/corpus_test.cpp). On the kit's corpus different
/// solutions of a lab are at most 0.69 alike; solutions with one place changed are at least 0.83 alike
/// but for one in twenty, and 0.9 but for one in five. Kernels written independently into the same
/// skeleton are more alike than that corpus. At 0.9, in made classes of lab 05, none of them was told in
/// classes of 30, one pair in ten classes of 100, and sixteen pairs, of half a million, in a class of
/// 1,000; a copy with new names and formatting was told in 20 of 20 classes of 30 and of 100.
struct SimilarityOptions {
    std::size_t run = 10;   ///< words of a run
    std::size_t window = 4; ///< runs of which one is kept
    double least = 0.9;     ///< similarity from which on files are told
    /// Fingerprints of its own that a file needs to be compared at all: lab 01's solution has 27, and
    /// there is hardly another way to write it.
    std::size_t least_own = 28;
    double common_share = 1.0 / 3; ///< a run that more of the files have is left out, ...
    std::size_t common_files = 10; ///< ... if more than so many have it
    std::size_t most_pairs = 1000; ///< entries of the result
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
    std::vector<SimilarFiles> found; ///< the most similar first, then those with the same names
    std::size_t left_out = 0;        ///< past `most_pairs`
    std::size_t too_small = 0;       ///< files with too little of their own to say anything
};

/// Compares all texts with each other, by an index of fingerprints: 5,000 kernels take seconds. Of
/// files whose words are all the same the first stands for all when it is compared with others.
[[nodiscard]] Similarities similar_files(std::string_view skeleton,
                                         const std::vector<std::string>& texts,
                                         const SimilarityOptions& options = {});

} // namespace kit

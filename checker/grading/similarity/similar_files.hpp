// Finds submissions of one lab that are nearly the same kernel, whatever their names, comments and
// formatting.
//
// Measured are runs of words. Code from the skeleton says nothing and is left out, and what much of the class has says
// little. A high similarity is a reason to read both files, not a verdict. Copies whose statements were turned, split
// and merged are for tools that do nothing else (run/dolos.hpp).
#pragma once

#include "checker/grading/similarity/tokens.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// The defaults are measured (tests/grading/similarity). A copy with other names, comments and layout is reported; of
/// twelve whose statements were turned, merged or wrapped in functions none is. In 20 generated classes of 65 who
/// worked by themselves no pair is reported in lab 05 or 07. In the kit's corpus solutions that were written
/// differently have a similarity below 0.71, and of those with one place changed four in five are reported.
constexpr double default_least_similarity = 0.9;

struct SimilarityOptions {
    std::size_t run = 10;                    ///< words of a run
    std::size_t window = 4;                  ///< consecutive runs of which one is kept
    double least = default_least_similarity; ///< files at least this similar are reported
    /// Files at least this similar, and less than `least`, are listed apart. Larger than `least`: none are.
    double least_near = 0.7;
    /// A file with fewer own runs is not compared: lab 01's solution has 27, and there is hardly another
    /// way to write it.
    std::size_t least_own = 28;
    double common_share = 1.0 / 3; ///< a run in more of the files is left out, ...
    std::size_t common_files = 10; ///< ... if it is also in more files than this
    std::size_t most_pairs = 1000; ///< entries of `found`, and of `near`
};

struct LineRange {
    int first = 1;
    int last = 1;

    friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// [[first, last], ...]
[[nodiscard]] nlohmann::ordered_json ranges_json(const std::vector<LineRange>& ranges);

/// Two files, or several with exactly the same words.
struct SimilarFiles {
    std::vector<std::size_t> files; ///< two or more, by their places among the texts, ascending
    double similarity =
        1; ///< 2·shared / (own of one + own of the other) runs, or Dolos's measure; at most 1
    bool is_of_dolos = false;
    /// The shared code in the first and in the second of `files`.
    std::vector<LineRange> first_lines;
    std::vector<LineRange> second_lines;
    /// Share of invented names that both files have. Equal names are another sign of a copy; different
    /// names are no sign against one.
    double same_names = 0;
};

struct Similarities {
    std::vector<SimilarFiles> found; ///< the most similar first, then those with the same names
    std::vector<SimilarFiles> near;  ///< the same of those that are less similar than `least`
    std::size_t left_out = 0;        ///< of `found`, past `most_pairs`
    std::size_t too_small = 0;       ///< files with too little own code to compare
};

/// Compares all texts with each other, by an index of runs. Files with exactly the same words are compared with others
/// only once.
[[nodiscard]] Similarities similar_files(std::string_view skeleton,
                                         const std::vector<std::string>& texts,
                                         const SimilarityOptions& options = {});

/// The lines of `here` with runs that are also in `there`, ascending; ranges that touch are joined.
[[nodiscard]] std::vector<LineRange> shared_lines(const std::vector<TokenRun>& here,
                                                  const std::vector<TokenRun>& there);

/// Among the names in either file that are neither in the skeleton nor in the language, the share that
/// both have: 0 to 1, 0 if there are none.
[[nodiscard]] double shared_names(std::string_view first, std::string_view second,
                                  std::string_view skeleton);

} // namespace kit

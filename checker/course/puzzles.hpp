// Puzzles: a lab's solution with one mistake in it, to find and to mend. The mistakes are the corpus's, those of
// novices.
#pragma once

#include "checker/model/lab.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

struct Puzzle {
    std::string id; ///< "05-3fa2": its lab, and digits that the corpus's name gives
    int level =
        1; ///< what the report shows: 1 a line, 2 what happens between threads, 3 wrong cells only
    std::string mistake; ///< a sentence, for who has solved it
    std::string text;    ///< the kernel
};

constexpr int hardest_puzzle = 3;

/// Those of the lab, in an order that tells nothing. `solution`: the lab's kernel, of which they are made. `root`: the
/// kit's. None if the kit came without its corpus.
[[nodiscard]] std::vector<Puzzle> puzzles_of(const Lab& lab, const std::string& solution,
                                             const std::filesystem::path& root);

/// What the student gets: the kernel below a comment that says what to do with `file`.
[[nodiscard]] std::string puzzle_text(const Puzzle& puzzle, const Lab& lab,
                                      const std::filesystem::path& file);

/// "labs/puzzles/05-3fa2.cu".
[[nodiscard]] std::filesystem::path puzzle_file(const std::string& id);

/// The id of the puzzle that a file is, by its place; empty if it is none.
[[nodiscard]] std::string puzzle_of_file(const std::filesystem::path& file);

} // namespace kit

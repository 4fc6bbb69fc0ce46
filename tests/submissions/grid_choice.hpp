// Which grids a lab must be checked on: the least that show of every wrong kernel of the corpus what any would.
//
// grids.csv has a line for each kind of finding that a wrong kernel of the corpus must have: the kernel, the kind
// and the candidate grids on which a check finds it. grid_choice_test.cpp writes it; a large grid is
// tried only for kernels that have a kind which no small one shows.
#pragma once

#include "checker/model/lab.hpp"
#include "tests/submissions/submission.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kit {

/// Grids of at most so many cells, counted once for each sweep, stay in a lab whatever they show of the corpus: they
/// cost hundredths of a second, and other kernels than the corpus's may need them.
constexpr std::int64_t most_cells_of_small_grid = most_cells_of_mutation;

/// "120", "120x64x33": as lab.toml has it.
[[nodiscard]] std::string grid_text(const Extents& extents, const Lab& lab);

struct ShownKind {
    std::string kernel; ///< its name in the corpus, which begins with the lab's number
    std::string kind;
    std::vector<std::string> grids; ///< as lab.toml has them
};

/// The grids that a lab is chosen from: its own, those that it had, and smaller ones with the same remainders.
/// Empty for a lab with variants: each variant has its own grids.
[[nodiscard]] std::vector<std::string> candidate_grids(const Lab& lab);

/// Of the candidates those that are kept: the small ones, the one whose traffic is counted, and of the others those
/// with the fewest cells that show every kind which any candidate shows of a kernel.
[[nodiscard]] std::vector<std::string> least_grids(const Lab& lab,
                                                   const std::vector<ShownKind>& shown);

/// Throws std::runtime_error if the file is missing.
[[nodiscard]] std::vector<ShownKind> read_grids_table(const std::filesystem::path& file);

} // namespace kit

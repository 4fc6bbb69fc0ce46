// What the grids that fail say together: sentences for a hint.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>
#include <vector>

namespace kit {

// Each function gives a sentence, or an empty text where it does not apply.

/// Where grids fail only if two of their extents differ, and the same kernel is right where the two are equal, with
/// several blocks along both axes.
[[nodiscard]] std::string fails_unless_equal(const Lab& lab, const std::vector<CaseResult>& cases);

/// Where only grids show the finding that are shorter than the lab's window, or only those exactly as long.
[[nodiscard]] std::string shorter_than_window(const Lab& lab, const Finding& finding,
                                              const std::vector<CaseResult>& cases);

/// Where, small grids apart, only those of one extent along an axis are right, and the file has that number.
[[nodiscard]] std::string fixed_extent(const Lab& lab, const SubmissionFile& submission,
                                       const std::vector<CaseResult>& cases);

/// Where every launch has as many blocks, and the block grows with the grid.
[[nodiscard]] std::string exchanged_launch(const Lab& lab, const std::vector<CaseResult>& cases);

/// Where a kernel runs out of time whose launch has many times as many threads as the grid has cells.
[[nodiscard]] std::string many_threads(const Lab& lab, const Finding& late,
                                       const std::vector<CaseResult>& cases);

/// Where only grids fail that the launch's blocks just fill, or where the last one has one cell.
[[nodiscard]] std::string only_some_last_block(const std::vector<CaseResult>& cases);

} // namespace kit

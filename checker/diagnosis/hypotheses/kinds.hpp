// The kinds of hypotheses, one file each.
#pragma once

#include "checker/diagnosis/hypotheses/hypothesis.hpp"

#include <vector>

namespace kit {

/// Two coefficients exchanged, one in another's place, all moved on by one, two axes exchanged.
[[nodiscard]] std::vector<Hypothesis> coefficients_mistaken(const Run& run);

/// Terms left out, added twice, or with the wrong sign.
[[nodiscard]] std::vector<Hypothesis> terms_miscounted(const Run& run);

/// One term takes another cell than its own.
[[nodiscard]] std::vector<Hypothesis> neighbour_mistaken(const Run& run);

/// The coefficients or the result cut to whole numbers.
[[nodiscard]] std::vector<Hypothesis> numbers_truncated(const Run& run);

/// A square or a clamp left out, or only float's precision where the lab asks for double's.
[[nodiscard]] std::vector<Hypothesis> result_unfinished(const Run& run);

/// The output is the input, or 0.
[[nodiscard]] std::vector<Hypothesis> output_is_plain(const Run& run);

/// Every result stands some cells beside its own.
[[nodiscard]] std::vector<Hypothesis> output_shifted(const Run& run);

/// The axes exchanged in the index of the input, of the output, or rows of another axis's length.
[[nodiscard]] std::vector<Hypothesis> grid_transposed(const Run& run);

/// At the border: kept cells computed, or another rule than the lab's.
[[nodiscard]] std::vector<Hypothesis> boundary_mistaken(const Run& run);

/// One-sided coefficients taken from another place's set.
[[nodiscard]] std::vector<Hypothesis> place_mistaken(const Run& run);

/// Cells beyond a block's tile counted as 0, or taken from the tile's edge or another plane.
[[nodiscard]] std::vector<Hypothesis> halo_missing(const Run& run);

/// Some neighbours were already overwritten by their new values.
[[nodiscard]] std::vector<Hypothesis> updated_in_place(const Run& run);

/// More or fewer sweeps than the lab asks for.
[[nodiscard]] std::vector<Hypothesis> sweeps_miscounted(const Run& run);

} // namespace kit

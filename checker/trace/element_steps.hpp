// How far elements of the input lie from each other, as a stencil counts.
#pragma once

#include "checker/model/lab.hpp"
#include "checker/reference/boundary.hpp"
#include "checker/trace/thread_uses.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kit {

/// In elements, from a cell to the next along this axis.
[[nodiscard]] std::int64_t step_in_memory(const Extents& extents, std::size_t axis);

/// "in[row+1][column]", if the element lies one step along an axis from the cell, and along no other.
[[nodiscard]] std::string neighbour_at(std::int64_t element, const Cell& cell,
                                       const Extents& extents, const Lab& lab);

/// " What it reads lies one plane too far along i.": where the same way leads from each element that is missing to
/// one that is read instead. Empty where it does not.
[[nodiscard]] std::string distance_words(const std::vector<ThreadUse>& reads,
                                         std::vector<std::int64_t> missing, const Extents& extents,
                                         const Lab& lab);

} // namespace kit

// Compares an output with the reference, cell by cell.
#pragma once

#include "checker/model/error_picture.hpp"
#include "checker/model/verdict.hpp"
#include "checker/reference/draw.hpp"

#include <cstddef>
#include <span>

namespace kit {

/// Every cell of `output` against what the lab asks of a kernel launched on `data`: kept cells and
/// int cells must be exact, the others within the error bound of error_bound.hpp. The result does
/// not depend on the number of threads. An infinite cell makes `max_error` infinite.
///
/// Throws KitError when an array's size does not fit the extents.
[[nodiscard]] Comparison compare(const Lab& lab, const CaseData& data,
                                 std::span<const std::byte> output);

/// The same comparison, cell by cell. Throws as compare() does.
[[nodiscard]] ErrorMap map_errors(const Lab& lab, const CaseData& data,
                                  std::span<const std::byte> output);

} // namespace kit

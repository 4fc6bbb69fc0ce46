// A grid's extents as people write them: "120", "120x64x33".
#pragma once

#include "checker/model/lab.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace kit {

/// Cells that a grid may have at most: their positions fit a kernel's int.
constexpr std::int64_t max_cells = 2'147'483'647;

/// Least cells along an axis that leave the lab something to compute: 2·reach + 1 where the stencil
/// must fit into the grid (rules keep and one-sided), else 1.
[[nodiscard]] std::int64_t least_extent(const Lab& lab);

/// The extents, or what is wrong with the text and what is allowed. One number stands for the same
/// extent along every axis; several are joined by x, the x axis first. Reads of `lab`: axes, cube,
/// stencil and boundary.
[[nodiscard]] std::variant<Extents, std::string> read_grid(std::string_view text, const Lab& lab);

} // namespace kit

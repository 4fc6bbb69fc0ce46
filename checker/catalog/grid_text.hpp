// Reads the extents of a grid as users type them: "120", "120x64x33".
#pragma once

#include "checker/model/lab.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace kit {

/// Most cells of a grid: their positions fit a kernel's int.
constexpr std::int64_t max_cells = 2'147'483'647;

/// Fewest cells along an axis with something to compute: 2·reach + 1 with the boundary rule keep, under
/// which the stencil must fit into the grid, else 1.
[[nodiscard]] std::int64_t least_extent(const Lab& lab);

/// The extents, or what is wrong with the text and what is allowed. One number is the extent along
/// every axis; several are joined as in typed_sizes.hpp, the x axis first. Uses the lab's axes, cube,
/// stencil and boundary.
[[nodiscard]] std::variant<Extents, std::string> read_grid(std::string_view text, const Lab& lab);

/// The same for a grid that a user typed. Throws UsageError that says what the lab allows.
[[nodiscard]] Extents parse_grid(std::string_view text, const Lab& lab);

} // namespace kit

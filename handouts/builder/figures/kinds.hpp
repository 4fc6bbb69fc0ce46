// A figure marker asks for a kind of drawing, made from sizes.
//
//     tile-slice block=8 radius=1
//
// A size that is not given has its usual value. A new kind is a function in lines.cpp, slices.cpp
// or volumes.cpp, and an entry in the list at the end of that file.
#pragma once

#include "handouts/builder/figures/drawing.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace kit {

/// A size of a kind, and the limits within which its drawing is readable.
struct FigureSize {
    std::string_view name;
    int usual;
    int least;
    int most;
};

/// All sizes of a figure, by name.
using FigureSizes = std::map<std::string, int, std::less<>>;

struct FigureKind {
    std::string_view name;
    std::span<const FigureSize> sizes;
    /// Throws MarkerError if the sizes do not fit together.
    Drawing (*draw)(const FigureSizes& sizes);
};

[[nodiscard]] std::span<const FigureKind> line_figures();
[[nodiscard]] std::span<const FigureKind> slice_figures();
[[nodiscard]] std::span<const FigureKind> volume_figures();

/// All of them.
[[nodiscard]] std::span<const FigureKind> figure_kinds();

/// Outputs along an axis of a tile. Throws MarkerError if the halo fills the tile.
[[nodiscard]] int tile_outputs(int tile, int radius);

struct FigureRequest {
    const FigureKind* kind = nullptr;
    FigureSizes sizes;
};

/// Throws MarkerError on an unknown kind or size, and on a size out of its limits.
[[nodiscard]] FigureRequest figure_request(std::string_view text);

[[nodiscard]] Drawing draw(const FigureRequest& request);

/// "tile-slice.svg", "tile-slice-block-6.svg": only the unusual sizes are in the name.
[[nodiscard]] std::string file_name(const FigureRequest& request);

} // namespace kit

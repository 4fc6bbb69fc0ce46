// The kinds of figures that pages can ask for, each drawn from sizes.
//
//     tile-slice block=8 radius=1
//
// A size that is not given has its usual value. A new kind is a file pair in this folder and a line
// in kinds.cpp.
#pragma once

#include "handouts/builder/figures/drawing.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace handouts {

/// A size of a kind, with the bounds within which a drawing of it can be read.
struct FigureSize {
    std::string_view name;
    int usual;
    int least;
    int most;
};

/// Every size of the kind, by name.
using FigureSizes = std::map<std::string, int, std::less<>>;

struct FigureKind {
    std::string_view name;
    std::string_view shows; ///< for a reader of the list
    std::span<const FigureSize> sizes;
    /// Throws Unanswerable where sizes do not fit together.
    Drawing (*draw)(const FigureSizes& sizes);
};

[[nodiscard]] std::span<const FigureKind> figure_kinds();

struct FigureRequest {
    const FigureKind* kind = nullptr;
    FigureSizes sizes;
};

/// Throws Unanswerable on an unknown kind or size and on one that is out of bounds.
[[nodiscard]] FigureRequest figure_request(std::string_view text);

[[nodiscard]] Drawing draw(const FigureRequest& request);

/// "tile-slice.svg", "tile-slice-block-6.svg": the sizes that are not the usual ones are named.
[[nodiscard]] std::string file_name(const FigureRequest& request);

} // namespace handouts

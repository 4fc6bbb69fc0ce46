#include "handouts/builder/figures/kinds.hpp"

#include "handouts/builder/figures/clamped_image.hpp"
#include "handouts/builder/figures/covered_grid.hpp"
#include "handouts/builder/figures/halo_faces.hpp"
#include "handouts/builder/figures/line_blocks.hpp"
#include "handouts/builder/figures/line_tile.hpp"
#include "handouts/builder/figures/marching_planes.hpp"
#include "handouts/builder/figures/moved_windows.hpp"
#include "handouts/builder/figures/stars.hpp"
#include "handouts/builder/figures/tile_row.hpp"
#include "handouts/builder/figures/tile_slice.hpp"
#include "handouts/builder/figures/tiles_on_axis.hpp"
#include "handouts/builder/figures/time_trapezoid.hpp"
#include "handouts/builder/problem.hpp"
#include "handouts/builder/words.hpp"

#include <fmt/format.h>

#include <charconv>

namespace handouts {

namespace {

constexpr std::array kinds{
    FigureKind{"stars", "star stencils of order 1 to 4", stars_sizes, stars},
    FigureKind{"covered-grid", "blocks of a thread for each cell", covered_grid_sizes,
               covered_grid},
    FigureKind{"line-blocks", "blocks over a line of samples", line_blocks_sizes, line_blocks},
    FigureKind{"tile-row", "a tile's row, whose block is the input tile", tile_row_sizes, tile_row},
    FigureKind{"tile-slice", "an input tile's middle slice", tile_slice_sizes, tile_slice},
    FigureKind{"tiles-on-axis", "the first tiles of an axis", tiles_on_axis_sizes, tiles_on_axis},
    FigureKind{"marching-planes", "the planes that a march holds", marching_planes_sizes,
               marching_planes},
    FigureKind{"moved-windows", "windows on a line, moved inwards at its ends", moved_windows_sizes,
               moved_windows},
    FigureKind{"line-tile", "a shared array on one axis", line_tile_sizes, line_tile},
    FigureKind{"halo-faces", "a block that loads its halo's faces", halo_faces_sizes, halo_faces},
    FigureKind{"clamped-image", "an image with clamped edges", clamped_image_sizes, clamped_image},
    FigureKind{"time-trapezoid", "several sweeps of one tile", time_trapezoid_sizes,
               time_trapezoid},
};

const FigureKind& kind_named(std::string_view name) {
    std::string names;
    for (const FigureKind& kind : kinds) {
        if (kind.name == name) {
            return kind;
        }
        names += fmt::format("{}{}", names.empty() ? "" : ", ", kind.name);
    }
    throw Unanswerable(fmt::format("There is no figure '{}'; there are {}.", name, names));
}

int size_of(const FigureSize& size, const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < size.least || value > size.most) {
        throw Unanswerable(fmt::format("{} is a whole number from {} to {}, not '{}'.", size.name,
                                       size.least, size.most, text));
    }
    return value;
}

} // namespace

std::span<const FigureKind> figure_kinds() {
    return kinds;
}

FigureRequest figure_request(std::string_view text) {
    Arguments arguments = arguments_of(split_words(text));
    if (arguments.plain.size() != 1) {
        throw Unanswerable("A figure is asked for like tile-slice block=8 radius=1.");
    }
    FigureRequest request{&kind_named(arguments.plain[0]), {}};
    std::string names;
    for (const FigureSize& size : request.kind->sizes) {
        const std::string given = arguments.take(size.name);
        request.sizes.emplace(size.name, given.empty() ? size.usual : size_of(size, given));
        names += fmt::format("{}{}", names.empty() ? "" : ", ", size.name);
    }
    arguments.finish(names);
    return request;
}

Drawing draw(const FigureRequest& request) {
    return request.kind->draw(request.sizes);
}

std::string file_name(const FigureRequest& request) {
    std::string name(request.kind->name);
    for (const FigureSize& size : request.kind->sizes) {
        if (const int value = request.sizes.at(std::string(size.name)); value != size.usual) {
            name += fmt::format("-{}-{}", size.name, value);
        }
    }
    return name + ".svg";
}

} // namespace handouts

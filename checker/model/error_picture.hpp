// One plane of a grid with its wrong cells: what a picture of the error shows, before anyone draws it.
#pragma once

#include "checker/model/error_map.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// An axis of the plane, and how the launch's blocks cut it.
struct PictureAxis {
    std::string name; ///< as the course writes it: "k", "column"
    std::int64_t cells = 1;
    std::int64_t tile_origin = 0; ///< the first cell of block 0
    std::int64_t tile_cells = 1;
    std::int64_t tiles = 1; ///< blocks along the axis
    std::int64_t halo = 0;  ///< cells at each end that keep what they hold

    [[nodiscard]] bool is_cut() const { return tiles > 1 && tile_cells > 1; }
};

struct ErrorPicture {
    std::string grid;   ///< "the 120³ grid"
    std::string array;  ///< "out"
    std::string plane;  ///< "i = 31"; empty where the grid is a plane or a row itself
    PictureAxis across; ///< the axis that runs fastest in memory of the two, drawn to the right
    PictureAxis down;   ///< the other one; one cell where the grid is a row
    std::vector<CellState> cells; ///< row by row
    /// The first wrong cell, if it lies in the plane: across, down.
    std::optional<std::array<std::int64_t, 2>> first_wrong;
    /// The block that a finding speaks of, if it lies in the plane, by its number along each axis.
    std::optional<std::array<std::int64_t, 2>> block;
    bool widespread = false; ///< nearly every cell that could be wrong is: a drawing says no more
    std::string block_is;    ///< "race-shared": what is said of the block
    std::array<std::size_t, 3> axes{0, 1, 2}; ///< those across, down, and through the plane
    std::int64_t tile_through =
        0; ///< number of the blocks that the plane cuts, along the third axis

    [[nodiscard]] CellState at(std::int64_t column, std::int64_t row) const {
        return cells[static_cast<std::size_t>(row * across.cells + column)];
    }
};

} // namespace kit

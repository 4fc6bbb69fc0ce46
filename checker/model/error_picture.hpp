// The wrong cells of an output: as a map for diagnoses, and as one plane to draw.
#pragma once

#include "checker/base/extents.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kit {

enum class CellState : std::uint8_t {
    right,
    wrong,        ///< a number, but not the stencil's result
    not_a_number, ///< a NaN was written
    untouched,    ///< never written: still holds the poison
};

/// One state for each cell, in memory order.
struct ErrorMap {
    Extents extents;
    std::vector<CellState> state;
};

/// An axis of the plane, and how the launch's blocks divide it.
struct PictureAxis {
    std::string name; ///< as the course writes it: "k", "column"
    std::int64_t cells = 1;
    std::int64_t tile_origin = 0; ///< the first cell of block 0
    std::int64_t tile_cells = 1;
    std::int64_t tiles = 1; ///< blocks along the axis
    std::int64_t halo = 0;  ///< boundary cells at each end, which keep their value

    [[nodiscard]] bool is_cut() const { return tiles > 1 && tile_cells > 1; }
};

/// One plane of the grid with its wrong cells.
struct ErrorPicture {
    std::string grid;             ///< "the 120³ grid"
    std::string array;            ///< "out"
    std::string plane;            ///< "i = 31"; empty if the grid has one or two axes
    PictureAxis across;           ///< the axis that is faster in memory, drawn to the right
    PictureAxis down;             ///< the other axis; one cell if the grid has one axis
    std::vector<CellState> cells; ///< row by row
    /// The first wrong cell, if it is in the plane: across, down.
    std::optional<std::array<std::int64_t, 2>> first_wrong;
    /// The block that a finding names, if it is in the plane: its number along each axis.
    std::optional<std::array<std::int64_t, 2>> block;
    bool widespread = false; ///< nearly every cell is wrong, so a drawing shows nothing new
    std::string block_is;    ///< kind of the finding that names the block: "race-shared"
    std::array<std::size_t, 3> axes{0, 1,
                                    2}; ///< which axes are across, down, and through the plane
    std::int64_t tile_through = 0; ///< number, along the third axis, of the blocks in the plane

    [[nodiscard]] CellState at(std::int64_t column, std::int64_t row) const {
        return cells[row * across.cells + column];
    }
};

} // namespace kit

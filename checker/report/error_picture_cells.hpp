// A plane brought to the size that it is shown in.
#pragma once

#include "checker/model/error_picture.hpp"

#include <cstdint>
#include <vector>

namespace kit {

/// Squares of `band` cells in both directions, each with the worst state of its cells.
struct Bands {
    std::int64_t band = 1;
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    std::vector<CellState> states; ///< row by row

    [[nodiscard]] CellState at(std::int64_t column, std::int64_t row) const {
        return states[static_cast<std::size_t>(row * columns + column)];
    }
};

/// The smallest bands with which the plane has at most so many of them; a plane of one row is cut
/// along its length only.
[[nodiscard]] Bands bands_of(const ErrorPicture& picture, std::int64_t most_columns,
                             std::int64_t most_rows);

} // namespace kit

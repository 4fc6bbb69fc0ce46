#include "checker/report/error_picture_cells.hpp"

#include <algorithm>

namespace kit {

Bands bands_of(const ErrorPicture& picture, std::int64_t most_columns, std::int64_t most_rows) {
    const auto parts = [](std::int64_t cells, std::int64_t most) {
        return (cells + most - 1) / most;
    };
    Bands bands;
    bands.band = std::max({std::int64_t{1}, parts(picture.across.cells, most_columns),
                           parts(picture.down.cells, most_rows)});
    bands.columns = parts(picture.across.cells, bands.band);
    bands.rows = parts(picture.down.cells, bands.band);
    bands.states.assign(static_cast<std::size_t>(bands.columns * bands.rows), CellState::right);
    for (std::int64_t row = 0; row < picture.down.cells; ++row) {
        for (std::int64_t column = 0; column < picture.across.cells; ++column) {
            CellState& state = bands.states[static_cast<std::size_t>(
                row / bands.band * bands.columns + column / bands.band)];
            state = std::max(state, picture.at(column, row));
        }
    }
    return bands;
}

} // namespace kit

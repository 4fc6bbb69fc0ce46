#include "handouts/builder/figures/clamped_image.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace handouts {

Drawing clamped_image(const FigureSizes& sizes) {
    const int columns = sizes.at("columns");
    const int rows = sizes.at("rows");
    const int radius = sizes.at("radius");
    const double width = 52;
    const double height = 38;
    const double left = 20;
    const double top = 20;
    Drawing drawing(
        std::max(left + width * (columns + 2 * radius) + 20, 400.0),
        top + height * (rows + 2 * radius) + 60,
        fmt::format("An image of {} columns and {} rows with clamped edges", columns, rows),
        "Each cell of the image shows its row and column. A cell outside shows the cell that is "
        "read in its place: the nearest one of the image.");
    for (int row = -radius; row < rows + radius; ++row) {
        for (int column = -radius; column < columns + radius; ++column) {
            const int read_row = std::clamp(row, 0, rows - 1);
            const int read_column = std::clamp(column, 0, columns - 1);
            const bool inside = read_row == row && read_column == column;
            const bool beside = read_row == row || read_column == column;
            // A star reads no cell that is outside on two axes.
            if (beside) {
                drawing.cell(inside ? Cell::output : Cell::outside,
                             {left + width * (column + radius), top + height * (row + radius)},
                             width, height, fmt::format("{},{}", read_row, read_column));
            }
        }
    }
    drawing.heavy_frame({left + width * radius, top + height * radius}, width * columns,
                        height * rows);
    drawing.legend({left, top + height * (rows + 2 * radius) + 18},
                   {{Cell::output, "row, column"}, {Cell::outside, "read in its place"}});
    return drawing;
}

} // namespace handouts

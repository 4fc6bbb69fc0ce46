// Draws the wrong cells, as an SVG file or as text for a terminal.
#pragma once

#include "checker/model/error_picture.hpp"
#include "checker/report/style.hpp"

#include <string>

namespace kit {

/// A whole SVG document: cells by state, borders of blocks, the first wrong cell and the block that a
/// finding names. On long axes a mark covers several cells and shows the worst state.
[[nodiscard]] std::string error_picture_svg(const ErrorPicture& picture);

/// At most style.width columns and 24 lines. With colours, a line shows two rows of cells; without,
/// one row as letters.
[[nodiscard]] std::string error_picture_text(const ErrorPicture& picture, const TextStyle& style);

} // namespace kit

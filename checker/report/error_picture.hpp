// A picture of the wrong cells, as an SVG file and as blocks of a terminal.
#pragma once

#include "checker/model/error_picture.hpp"
#include "checker/report/style.hpp"

#include <string>

namespace kit {

/// A whole SVG document: cells by their state, borders of blocks, the first wrong cell and the block
/// that a finding names. Long axes are shown as bands of several cells, the worst state of each.
[[nodiscard]] std::string error_picture_svg(const ErrorPicture& picture);

/// Lines for a terminal, at most style.width columns and 24 rows of text: two rows of cells in one of
/// text with colours, letters without.
[[nodiscard]] std::string error_picture_text(const ErrorPicture& picture, const TextStyle& style);

} // namespace kit

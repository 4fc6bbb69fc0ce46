#include "checker/report/error_picture.hpp"

#include "checker/report/error_picture_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

constexpr int indent = 4;
constexpr std::int64_t most_text_rows = 20;

/// Of the terminal's 256 colours; dark enough for a white page, light enough for a black one.
int colour_of(CellState state) {
    switch (state) {
    case CellState::wrong: return 160;
    case CellState::not_a_number: return 134;
    case CellState::untouched: return 214;
    case CellState::right: break;
    }
    return 65;
}

char letter_of(CellState state) {
    switch (state) {
    case CellState::wrong: return '#';
    case CellState::not_a_number: return 'N';
    case CellState::untouched: return 'o';
    case CellState::right: break;
    }
    return '.';
}

/// Upper halves of characters in the foreground's colour, lower ones in the background's.
std::string coloured_row(const Bands& bands, std::int64_t row) {
    std::string text;
    std::string now;
    for (std::int64_t column = 0; column < bands.columns; ++column) {
        const bool has_lower = row + 1 < bands.rows;
        const std::string wanted =
            has_lower ? fmt::format("\x1b[38;5;{};48;5;{}m", colour_of(bands.at(column, row)),
                                    colour_of(bands.at(column, row + 1)))
                      : fmt::format("\x1b[0;38;5;{}m", colour_of(bands.at(column, row)));
        if (wanted != now) {
            text += wanted;
            now = wanted;
        }
        text += "▀";
    }
    return text + "\x1b[0m";
}

std::string lettered_row(const Bands& bands, std::int64_t row) {
    std::string text;
    for (std::int64_t column = 0; column < bands.columns; ++column) {
        text += letter_of(bands.at(column, row));
    }
    return text;
}

std::string key(const ErrorPicture& picture, const TextStyle& style) {
    std::string text;
    for (const auto& [state, word] :
         {std::pair{CellState::right, "right"}, std::pair{CellState::wrong, "wrong"},
          std::pair{CellState::not_a_number, "not a number"},
          std::pair{CellState::untouched, "never written"}}) {
        if (std::find(picture.cells.begin(), picture.cells.end(), state) == picture.cells.end()) {
            continue;
        }
        const std::string mark = style.colour
                                     ? fmt::format("\x1b[38;5;{}m■\x1b[0m", colour_of(state))
                                     : std::string(1, letter_of(state));
        text += fmt::format("{}{} {}", text.empty() ? "" : "  ", mark, word);
    }
    return text;
}

} // namespace

std::string error_picture_text(const ErrorPicture& picture, const TextStyle& style) {
    const std::int64_t most_columns = std::max(8, std::min(style.width, 100) - indent);
    const Bands bands = bands_of(picture, most_columns, most_text_rows * (style.colour ? 2 : 1));
    const std::string margin(indent, ' ');
    std::string text;
    std::string where = picture.plane;
    if (!picture.across.name.empty()) {
        where += fmt::format("{}{} to the right", where.empty() ? "" : ", ", picture.across.name);
    }
    if (picture.down.cells > 1) {
        where += fmt::format(", {} down", picture.down.name);
    }
    if (bands.band > 1) {
        where += picture.down.cells > 1 ? fmt::format(", {0}×{0} cells a mark", bands.band)
                                        : fmt::format(", {} cells a mark", bands.band);
    }
    text += margin + paint(style, Tone::faint, where) + "\n";
    for (std::int64_t row = 0; row < bands.rows; row += style.colour ? 2 : 1) {
        text +=
            margin + (style.colour ? coloured_row(bands, row) : lettered_row(bands, row)) + "\n";
    }
    return text + margin + key(picture, style) + "\n";
}

} // namespace kit

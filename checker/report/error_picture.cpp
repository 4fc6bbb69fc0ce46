#include "checker/report/error_picture.hpp"

#include "checker/base/utf8.hpp"
#include "checker/model/error_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kit {

namespace {

/// The plane in squares of band × band cells, each with the worst state of its cells.
struct Bands {
    std::int64_t band = 1;
    std::int64_t columns = 0;
    std::int64_t rows = 0;
    std::vector<CellState> states; ///< row by row

    [[nodiscard]] CellState at(std::int64_t column, std::int64_t row) const {
        return states[static_cast<std::size_t>(row * columns + column)];
    }
};

/// The smallest squares with which the plane fits. A plane of one row is divided only along it.
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

constexpr int indent = 4;
constexpr std::int64_t most_text_rows = 20;

/// How a state of cells is drawn.
struct StateMark {
    CellState state;
    const char* word;
    const char* svg_class;
    char letter;
    int colour; ///< of the terminal's 256; readable on white and on black
};

/// In the order of CellState.
constexpr StateMark state_marks[] = {
    {CellState::right, "right", "right", '.', 65},
    {CellState::wrong, "wrong", "wrong", '#', 160},
    {CellState::not_a_number, "not a number", "nan", 'N', 134},
    {CellState::untouched, "never written", "untouched", 'o', 214},
};

constexpr const StateMark& mark_of(CellState state) {
    return state_marks[static_cast<std::size_t>(state)];
}

bool has(const ErrorPicture& picture, CellState state) {
    return std::ranges::find(picture.cells, state) != picture.cells.end();
}

/// Two rows of cells: upper halves of characters in the foreground colour, lower in the background.
std::string coloured_row(const Bands& bands, std::int64_t row) {
    std::string text;
    std::string now;
    for (std::int64_t column = 0; column < bands.columns; ++column) {
        const bool has_lower = row + 1 < bands.rows;
        const std::string wanted =
            has_lower ? fmt::format("\x1b[38;5;{};48;5;{}m", mark_of(bands.at(column, row)).colour,
                                    mark_of(bands.at(column, row + 1)).colour)
                      : fmt::format("\x1b[0;38;5;{}m", mark_of(bands.at(column, row)).colour);
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
        text += mark_of(bands.at(column, row)).letter;
    }
    return text;
}

std::string key(const ErrorPicture& picture, const TextStyle& style) {
    std::string text;
    for (const StateMark& mark : state_marks) {
        if (has(picture, mark.state)) {
            const std::string sign = style.colour
                                         ? fmt::format("\x1b[38;5;{}m■\x1b[0m", mark.colour)
                                         : std::string(1, mark.letter);
            text += fmt::format("{}{} {}", text.empty() ? "" : "  ", sign, mark.word);
        }
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
        where += picture.down.cells > 1 ? fmt::format(", {0}×{0} cells per mark", bands.band)
                                        : fmt::format(", {} cells per mark", bands.band);
    }
    text += margin + paint(style, Tone::faint, where) + "\n";
    for (std::int64_t row = 0; row < bands.rows; row += style.colour ? 2 : 1) {
        text +=
            margin + (style.colour ? coloured_row(bands, row) : lettered_row(bands, row)) + "\n";
    }
    return text + margin + key(picture, style) + "\n";
}

namespace {

constexpr std::int64_t most_bands = 640;
constexpr double side = 600; ///< the plane's longer edge, roughly
constexpr double largest_square = 24;
constexpr double lone_row = 24;      ///< height of a grid of one row
constexpr double narrowest_tile = 4; ///< closer borders would hide the cells
constexpr double picture_left = 56;
constexpr double picture_top = 70;
constexpr double legend_height = 46;
constexpr double narrowest_page = 560;

constexpr const char* picture_style = R"(<style>
text { font: 12px system-ui, sans-serif; fill: #222; }
.title { font-size: 14px; font-weight: 600; }
.page { fill: #fff; }
rect { shape-rendering: crispEdges; }
.right { fill: #d9e8d9; } .kept { fill: #e9e9e9; }
.wrong { fill: #d1352b; } .nan { fill: #8a3fb5; } .untouched { fill: #e8a33d; }
.tile { stroke: #555; stroke-width: 0.8; }
.frame { fill: none; stroke: #555; }
.first { fill: none; stroke: #111; stroke-width: 2; }
.block { fill: none; stroke: #1a6fb5; stroke-width: 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd; }
  .page { fill: #1b1b1b; }
  .right { fill: #2c4632; } .kept { fill: #3a3a3a; }
  .wrong { fill: #f0655c; } .nan { fill: #b98ad8; } .untouched { fill: #e8b45f; }
  .tile, .frame { stroke: #aaa; } .first { stroke: #fff; } .block { stroke: #6bb3ea; }
}
</style>
)";

const char* class_of(CellState state, bool kept) {
    return kept && state == CellState::right ? "kept" : mark_of(state).svg_class;
}

class Drawing {
public:
    explicit Drawing(const ErrorPicture& picture)
        : picture_(picture), bands_(bands_of(picture, most_bands, most_bands)),
          scale_x_(std::min(
              side / static_cast<double>(std::max(picture.across.cells, picture.down.cells)),
              largest_square)),
          scale_y_(picture.down.cells == 1 ? lone_row : scale_x_) {}

    std::string document() {
        const double plane_width = x(picture_.across.cells) - picture_left;
        const double bottom = y(picture_.down.cells);
        const double width = std::max(narrowest_page, picture_left + plane_width + 24);
        const double height = bottom + 34 + legend_height;
        svg_ = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} "
                           "{1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" "
                           "aria-label=\"{2}\">\n",
                           width, height, xml_text(title()));
        svg_ += picture_style;
        svg_ += fmt::format("<rect class=\"page\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", width,
                            height);
        cells();
        tile_borders();
        rectangle("frame", 0, 0, picture_.across.cells, picture_.down.cells);
        marks();
        words(picture_left, 24, "start", title(), "title");
        words(picture_left, 44, "start", subtitle(), "");
        scale_labels(bottom);
        legend(bottom + 34);
        return svg_ + "</svg>\n";
    }

private:
    [[nodiscard]] std::string title() const {
        return fmt::format("Wrong cells of {} on {}{}{}", picture_.array, picture_.grid,
                           picture_.plane.empty() ? "" : ": the plane ", picture_.plane);
    }

    [[nodiscard]] std::string subtitle() const {
        std::string text;
        for (const PictureAxis* axis : {&picture_.across, &picture_.down}) {
            if (has_borders(*axis)) {
                text += fmt::format("{}of {} cells along {}", text.empty() ? "Lines: tiles " : ", ",
                                    axis->tile_cells, axis->name);
            }
        }
        return text;
    }

    [[nodiscard]] bool has_borders(const PictureAxis& axis) const {
        return axis.is_cut() && static_cast<double>(axis.tile_cells) * scale_x_ >= narrowest_tile;
    }

    [[nodiscard]] double x(std::int64_t cell) const {
        return picture_left + scale_x_ * static_cast<double>(cell);
    }

    [[nodiscard]] double y(std::int64_t cell) const {
        return picture_top + scale_y_ * static_cast<double>(cell);
    }

    [[nodiscard]] bool is_kept(std::int64_t column, std::int64_t row) const {
        const auto border = [](const PictureAxis& axis, std::int64_t at) {
            return at < axis.halo || at >= axis.cells - axis.halo;
        };
        return border(picture_.across, column) || border(picture_.down, row);
    }

    /// Draws neighbours of one kind in a row as one rectangle.
    void cells() {
        for (std::int64_t row = 0; row < bands_.rows; ++row) {
            const auto kind = [&](std::int64_t column) {
                return class_of(bands_.at(column, row),
                                is_kept(column * bands_.band, row * bands_.band));
            };
            for (std::int64_t begin = 0; begin < bands_.columns;) {
                std::int64_t end = begin + 1;
                while (end < bands_.columns && kind(end) == kind(begin)) {
                    ++end;
                }
                rectangle(kind(begin), begin * bands_.band, row * bands_.band,
                          std::min(end * bands_.band, picture_.across.cells),
                          std::min((row + 1) * bands_.band, picture_.down.cells));
                begin = end;
            }
        }
    }

    void tile_borders() {
        const auto borders = [this](const PictureAxis& axis) {
            std::vector<std::int64_t> at;
            const bool drawn = has_borders(axis);
            for (std::int64_t tile = 0; drawn && tile <= axis.tiles; ++tile) {
                const std::int64_t place = axis.tile_origin + tile * axis.tile_cells;
                if (place > 0 && place < axis.cells) {
                    at.push_back(place);
                }
            }
            return at;
        };
        for (const std::int64_t at : borders(picture_.across)) {
            line(x(at), picture_top, x(at), y(picture_.down.cells));
        }
        for (const std::int64_t at : borders(picture_.down)) {
            line(picture_left, y(at), x(picture_.across.cells), y(at));
        }
    }

    void marks() {
        if (picture_.block) {
            const auto [column, row] = *picture_.block;
            const auto first = [](const PictureAxis& axis, std::int64_t tile) {
                return std::clamp<std::int64_t>(axis.tile_origin + tile * axis.tile_cells, 0,
                                                axis.cells);
            };
            rectangle("block", first(picture_.across, column), first(picture_.down, row),
                      first(picture_.across, column + 1), first(picture_.down, row + 1));
        }
        if (picture_.first_wrong) {
            const auto [column, row] = *picture_.first_wrong;
            svg_ +=
                fmt::format("<circle class=\"first\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>\n",
                            (x(column) + x(column + 1)) / 2, (y(row) + y(row + 1)) / 2,
                            std::max(7.0, scale_x_ * 0.8));
        }
    }

    void scale_labels(double bottom) {
        words(picture_left, bottom + 16, "start", "0", "");
        words(x(picture_.across.cells), bottom + 16, "end",
              fmt::format("{} = {}", picture_.across.name, picture_.across.cells - 1), "");
        if (picture_.down.cells > 1) {
            words(picture_left - 6, picture_top + 10, "end", "0", "");
            words(picture_left - 6, bottom, "end",
                  fmt::format("{} = {}", picture_.down.name, picture_.down.cells - 1), "");
        }
    }

    /// Explains only the marks in this picture.
    void legend(double from) {
        double at = picture_left;
        double line_at = from;
        const auto entry = [&](const std::string& mark, const std::string& text) {
            const double length = 30 + 6.6 * static_cast<double>(text.size());
            if (at + length > std::max(narrowest_page, x(picture_.across.cells))) {
                at = picture_left;
                line_at += 22;
            }
            svg_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">{}</g>\n", at, line_at,
                                mark);
            words(at + 20, line_at + 11, "start", text, "");
            at += length;
        };
        const auto box = [](const char* kind) {
            return fmt::format("<rect class=\"{}\" width=\"14\" height=\"14\"/>", kind);
        };
        for (const StateMark& mark : state_marks) {
            if (has(picture_, mark.state)) {
                entry(box(mark.svg_class), mark.word);
            }
        }
        if (picture_.across.halo > 0) {
            entry(box("kept"), "boundary, right");
        }
        if (picture_.first_wrong) {
            entry("<circle class=\"first\" cx=\"7\" cy=\"7\" r=\"6\"/>", "first wrong cell");
        }
        if (picture_.block) {
            entry(box("block"), fmt::format("block of the finding ({})", picture_.block_is));
        }
        if (bands_.band > 1) {
            words(picture_left, line_at + 34, "start",
                  fmt::format("Each mark covers {} cells and shows the worst of them.",
                              picture_.down.cells > 1 ? fmt::format("{0}×{0}", bands_.band)
                                                      : fmt::format("{}", bands_.band)),
                  "");
        }
    }

    void rectangle(const char* kind, std::int64_t x1, std::int64_t y1, std::int64_t x2,
                   std::int64_t y2) {
        svg_ += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                            "height=\"{:.1f}\"/>\n",
                            kind, x(x1), y(y1), x(x2) - x(x1), y(y2) - y(y1));
    }

    void line(double x1, double y1, double x2, double y2) {
        svg_ += fmt::format("<line class=\"tile\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
                            "y2=\"{:.1f}\"/>\n",
                            x1, y1, x2, y2);
    }

    void words(double at_x, double at_y, const char* anchor, const std::string& text,
               const char* kind) {
        svg_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" "
                            "text-anchor=\"{}\">{}</text>\n",
                            kind, at_x, at_y, anchor, xml_text(text));
    }

    const ErrorPicture& picture_;
    Bands bands_;
    double scale_x_;
    double scale_y_;
    std::string svg_;
};

} // namespace

std::string error_picture_svg(const ErrorPicture& picture) {
    return Drawing(picture).document();
}

} // namespace kit

#include "checker/report/error_picture.hpp"

#include "analytics/report/xml_text.hpp"
#include "checker/report/error_picture_cells.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

namespace {

constexpr std::int64_t most_bands = 640;
constexpr double side = 600; ///< of the plane's longer edge, roughly
constexpr double largest_square = 24;
constexpr double lone_row = 24;      ///< height of a grid of one row
constexpr double narrowest_tile = 4; ///< borders nearer to each other would hide the cells
constexpr double left = 56;
constexpr double top = 70;
constexpr double legend_height = 46;
constexpr double narrowest_page = 560;

constexpr const char* style = R"(<style>
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

const char* kind_of(CellState state, bool kept) {
    switch (state) {
    case CellState::wrong: return "wrong";
    case CellState::not_a_number: return "nan";
    case CellState::untouched: return "untouched";
    case CellState::right: break;
    }
    return kept ? "kept" : "right";
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
        const double plane_width = x(picture_.across.cells) - left;
        const double bottom = y(picture_.down.cells);
        const double width = std::max(narrowest_page, left + plane_width + 24);
        const double height = bottom + 34 + legend_height;
        svg_ = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} "
                           "{1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" "
                           "aria-label=\"{2}\">\n",
                           width, height, analytics::xml_text(title()));
        svg_ += style;
        svg_ += fmt::format("<rect class=\"page\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", width,
                            height);
        cells();
        tile_borders();
        rectangle("frame", 0, 0, picture_.across.cells, picture_.down.cells);
        marks();
        words(left, 24, "start", title(), "title");
        words(left, 44, "start", subtitle(), "");
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
        return left + scale_x_ * static_cast<double>(cell);
    }

    [[nodiscard]] double y(std::int64_t cell) const {
        return top + scale_y_ * static_cast<double>(cell);
    }

    [[nodiscard]] bool is_kept(std::int64_t column, std::int64_t row) const {
        const auto border = [](const PictureAxis& axis, std::int64_t at) {
            return at < axis.halo || at >= axis.cells - axis.halo;
        };
        return border(picture_.across, column) || border(picture_.down, row);
    }

    /// Neighbours of one kind in a row are one rectangle.
    void cells() {
        for (std::int64_t row = 0; row < bands_.rows; ++row) {
            const auto kind = [&](std::int64_t column) {
                return kind_of(bands_.at(column, row),
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
            line(x(at), top, x(at), y(picture_.down.cells));
        }
        for (const std::int64_t at : borders(picture_.down)) {
            line(left, y(at), x(picture_.across.cells), y(at));
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
        words(left, bottom + 16, "start", "0", "");
        words(x(picture_.across.cells), bottom + 16, "end",
              fmt::format("{} = {}", picture_.across.name, picture_.across.cells - 1), "");
        if (picture_.down.cells > 1) {
            words(left - 6, top + 10, "end", "0", "");
            words(left - 6, bottom, "end",
                  fmt::format("{} = {}", picture_.down.name, picture_.down.cells - 1), "");
        }
    }

    /// Only what the picture shows.
    void legend(double from) {
        double at = left;
        double line_at = from;
        const auto entry = [&](const std::string& mark, const std::string& text) {
            const double length = 30 + 6.6 * static_cast<double>(text.size());
            if (at + length > std::max(narrowest_page, x(picture_.across.cells))) {
                at = left;
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
        const auto has = [&](CellState state) {
            return std::find(picture_.cells.begin(), picture_.cells.end(), state) !=
                   picture_.cells.end();
        };
        for (const auto& [state, text] :
             {std::pair{CellState::right, "right"}, std::pair{CellState::wrong, "wrong"},
              std::pair{CellState::not_a_number, "not a number"},
              std::pair{CellState::untouched, "never written"}}) {
            if (has(state)) {
                entry(box(kind_of(state, false)), text);
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
            words(left, line_at + 34, "start",
                  fmt::format("A mark is {} cells, as bad as the worst of them.",
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
                            kind, at_x, at_y, anchor, analytics::xml_text(text));
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

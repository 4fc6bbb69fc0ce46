#include "handouts/builder/figures/kinds.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "handouts/builder/marker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace kit {

namespace {

const FigureKind& kind_named(std::string_view name) {
    std::vector<std::string> names;
    for (const FigureKind& kind : figure_kinds()) {
        if (kind.name == name) {
            return kind;
        }
        names.emplace_back(kind.name);
    }
    throw MarkerError(fmt::format("There is no figure '{}'; there are {}.", name, join(names)));
}

int read_size(const FigureSize& size, const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < size.least || value > size.most) {
        throw MarkerError(fmt::format("{} must be a whole number from {} to {}, not '{}'.",
                                      size.name, size.least, size.most, text));
    }
    return value;
}

} // namespace

const std::vector<FigureKind>& figure_kinds() {
    static const std::vector<FigureKind> all = [] {
        std::vector<FigureKind> kinds;
        for (const auto& group :
             {volume_figures(), line_figures(), thread_figures(), slice_figures()}) {
            kinds.insert(kinds.end(), group.begin(), group.end());
        }
        return kinds;
    }();
    return all;
}

int tile_outputs(int tile, int radius) {
    const int outputs = tile - 2 * radius;
    if (outputs < 1) {
        throw MarkerError(
            fmt::format("A tile of {} with a halo of {} has no outputs.", tile, radius));
    }
    return outputs;
}

FigureRequest figure_request(std::string_view text) {
    MarkerArguments arguments(split_words(text));
    if (arguments.plain.size() != 1) {
        throw MarkerError("Write a figure like tile-slice block=8 radius=1.");
    }
    FigureRequest request{&kind_named(arguments.plain[0]), {}};
    std::vector<std::string> names;
    for (const FigureSize& size : request.kind->sizes) {
        const auto given = arguments.take(size.name);
        request.sizes.emplace(size.name, given ? read_size(size, *given) : size.usual);
        names.emplace_back(size.name);
    }
    arguments.finish(join(names));
    return request;
}

Drawing draw(const FigureRequest& request) {
    return request.kind->draw(request.sizes);
}

std::string file_name(const FigureRequest& request) {
    std::string name(request.kind->name);
    for (const FigureSize& size : request.kind->sizes) {
        if (const int value = request.sizes.at(std::string(size.name)); value != size.usual) {
            name += fmt::format("-{}-{}", size.name, value);
        }
    }
    return name + ".svg";
}

namespace {

/// Roughly, in the drawing's font.
constexpr double letter_width = 9;
constexpr double letter_height = 15;

// Attributes would be simpler, but only a style sheet can follow light and dark mode.
constexpr const char* style = R"(<style>
  text { font-family: sans-serif; font-size: 15px; fill: #1f2328; }
  rect, path, circle { stroke: #57606a; stroke-width: 1; }
  .output { fill: #a8d1ff; }
  .halo { fill: #ffd990; }
  .unread { fill: #ffffff; }
  .boundary { fill: #c9d1d9; }
  .outside { fill: none; stroke-dasharray: 3 3; }
  .thread { fill: #d5f0d0; }
  .fresh { fill: #a8d1ff; stroke: #0b3d91; stroke-width: 3; }
  .faded { fill: #d5f0d0; stroke-dasharray: 2 3; }
  .paper { fill: #ffffff; stroke: none; }
  .line { stroke: #57606a; stroke-width: 1; fill: none; }
  .frame { stroke: #1f2328; stroke-width: 2.5; fill: none; }
  .tip { fill: #57606a; stroke: none; }
  @media screen and (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    rect, path, circle { stroke: #9aa4ae; }
    .output { fill: #1c4f8c; }
    .halo { fill: #7a5200; }
    .unread { fill: #0d1117; }
    .boundary { fill: #484f58; }
    .thread { fill: #1d5a2c; }
    .fresh { fill: #1c4f8c; stroke: #cfe3ff; }
    .faded { fill: #1d5a2c; }
    .outside { fill: none; }
    .paper { fill: #0d1117; stroke: none; }
    .line { stroke: #9aa4ae; fill: none; }
    .frame { stroke: #e6edf3; fill: none; }
    .tip { fill: #9aa4ae; stroke: none; }
  }
</style>
)";

/// At most one decimal, and no ".0", which keeps the files small.
std::string px(double value) {
    const double rounded = std::round(value * 10) / 10;
    return rounded == std::floor(rounded) ? fmt::format("{:.0f}", rounded)
                                          : fmt::format("{:.1f}", rounded);
}

/// The cell's class in the SVG.
std::string_view class_name(CellKind cell) {
    // In the order of CellKind.
    constexpr std::array<std::string_view, 8> names{"output",  "halo",   "unread", "boundary",
                                                    "outside", "thread", "fresh",  "faded"};
    return names.at(static_cast<std::size_t>(cell));
}

} // namespace

Drawing::Drawing(double width, double height, std::string title, std::string description)
    : width_(width), height_(height), title_(std::move(title)),
      description_(std::move(description)) {}

void Drawing::cell(CellKind kind, Point corner, double width, double height,
                   std::string_view text) {
    body_ += fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"{}/>)"
                         "\n",
                         class_name(kind), px(corner.x), px(corner.y), px(width), px(height),
                         kind == CellKind::thread ? R"( rx="6")" : "");
    if (kind == CellKind::unread) {
        line({corner.x, corner.y}, {corner.x + width, corner.y + height});
        line({corner.x, corner.y + height}, {corner.x + width, corner.y});
    }
    if (kind == CellKind::boundary && text.empty()) {
        line({corner.x, corner.y + height}, {corner.x + width, corner.y});
    } else if (kind == CellKind::boundary) {
        // In two parts: a number with a line through it looks cancelled.
        const double part =
            (1 - std::min(letter_height / height, letter_width * width_of(text) / width)) / 2;
        const Point end{part * width, part * height};
        line({corner.x, corner.y + height}, {corner.x + end.x, corner.y + height - end.y});
        line({corner.x + width - end.x, corner.y + end.y}, {corner.x + width, corner.y});
    }
    if (!text.empty()) {
        label({corner.x + width / 2, corner.y + height / 2 + 5}, text);
    }
}

void Drawing::plane(CellKind kind, Point corner, double width, double height, double lean,
                    std::string_view text) {
    body_ += fmt::format(R"(<path class="{}" d="M{} {}h{}l{} {}h{}z"/>)"
                         "\n",
                         class_name(kind), px(corner.x + lean), px(corner.y), px(width), px(-lean),
                         px(height), px(-width));
    if (!text.empty()) {
        label({corner.x + (width + lean) / 2, corner.y + height / 2 + 5}, text);
    }
}

void Drawing::dot(CellKind kind, Point middle, double radius) {
    body_ += fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}"/>)"
                         "\n",
                         class_name(kind), px(middle.x), px(middle.y), px(radius));
}

void Drawing::label(Point at, std::string_view text, std::string_view anchor) {
    body_ += fmt::format(R"(<text x="{}" y="{}" text-anchor="{}">{}</text>)"
                         "\n",
                         px(at.x), px(at.y), anchor, xml_text(text));
}

void Drawing::line(Point from, Point to) {
    body_ += fmt::format(R"(<line class="line" x1="{}" y1="{}" x2="{}" y2="{}"/>)"
                         "\n",
                         px(from.x), px(from.y), px(to.x), px(to.y));
}

void Drawing::heavy_frame(Point corner, double width, double height) {
    body_ += fmt::format(R"(<rect class="frame" x="{}" y="{}" width="{}" height="{}"/>)"
                         "\n",
                         px(corner.x), px(corner.y), px(width), px(height));
}

void Drawing::arrow(Point from, Point to) {
    line(from, to);
    // The tip is a separate triangle: not every SVG viewer draws markers.
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point base{to.x - 7 * along.x, to.y - 7 * along.y};
    body_ += fmt::format(R"(<polygon class="tip" points="{},{} {},{} {},{}"/>)"
                         "\n",
                         px(to.x), px(to.y), px(base.x - 4 * along.y), px(base.y + 4 * along.x),
                         px(base.x + 4 * along.y), px(base.y - 4 * along.x));
}

void Drawing::bracket(double from, double to, double y, std::string_view text, bool above) {
    const double foot = above ? y + 6 : y - 6;
    line({from, foot}, {from, y});
    line({from, y}, {to, y});
    line({to, y}, {to, foot});
    label({(from + to) / 2, above ? y - 7 : y + 18}, text);
}

void Drawing::legend(Point at, const std::vector<std::pair<CellKind, std::string>>& entries) {
    double x = at.x;
    double y = at.y;
    for (const auto& [kind, text] : entries) {
        const double width = 24 + letter_width * width_of(text) + 18;
        if (x > at.x && x + width > width_) {
            x = at.x;
            y += 24;
        }
        // A path, not a rect: the tests count cells by their rects.
        body_ += fmt::format(R"(<path class="{}" d="M{} {}h16v16h-16z"/>)"
                             "\n",
                             class_name(kind), px(x), px(y));
        if (kind == CellKind::unread || kind == CellKind::boundary) {
            line({x, y + 16}, {x + 16, y});
        }
        if (kind == CellKind::unread) {
            line({x, y}, {x + 16, y + 16});
        }
        label({x + 23, y + 13}, text, "start");
        x += width;
    }
    height_ = std::max(height_, y + 28);
}

std::string Drawing::svg() const {
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img">)"
        "\n<title>{}</title>\n<desc>{}</desc>\n{}"
        R"(<rect class="paper" width="{}" height="{}"/>)"
        "\n{}</svg>\n",
        px(width_), px(height_), px(width_), px(height_), xml_text(title_), xml_text(description_),
        style, px(width_), px(height_), body_);
}

} // namespace kit

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
    throw MarkerError("There is no figure '{}'; there are {}.", name, join(names));
}

int read_size(const FigureSize& size, const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < size.least || value > size.most) {
        throw MarkerError("{} must be a whole number from {} to {}, not '{}'.", size.name,
                          size.least, size.most, text);
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
        throw MarkerError("A tile of {} with a halo of {} has no outputs.", tile, radius);
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
struct ClassStyle {
    std::string_view name; ///< empty: of all drawings
    std::string_view rules;
    std::string_view dark_rules;
};

constexpr std::array styles{
    ClassStyle{"",
               "text { font-family: sans-serif; font-size: 15px; fill: #1f2328; } "
               "rect, path, polygon, circle { stroke: #57606a; stroke-width: 1; }",
               "text { fill: #e6edf3; } rect, path, polygon, circle { stroke: #9aa4ae; }"},
    ClassStyle{"output", "fill: #a8d1ff;", "fill: #1c4f8c;"},
    ClassStyle{"halo", "fill: #ffd990;", "fill: #7a5200;"},
    ClassStyle{"unread", "fill: #ffffff;", "fill: #0d1117;"},
    ClassStyle{"boundary", "fill: #c9d1d9;", "fill: #484f58;"},
    ClassStyle{"outside", "fill: none; stroke-dasharray: 3 3;", "fill: none;"},
    ClassStyle{"thread", "fill: #d5f0d0;", "fill: #1d5a2c;"},
    ClassStyle{"fresh", "fill: #a8d1ff; stroke: #0b3d91; stroke-width: 3;",
               "fill: #1c4f8c; stroke: #cfe3ff;"},
    ClassStyle{"faded", "fill: #d5f0d0; stroke-dasharray: 2 3;", "fill: #1d5a2c;"},
    ClassStyle{"paper", "fill: #ffffff; stroke: none;", "fill: #0d1117; stroke: none;"},
    ClassStyle{"line", "fill: none;", "fill: none;"},
    ClassStyle{"frame", "fill: none; stroke: #1f2328; stroke-width: 2.5;",
               "fill: none; stroke: #e6edf3;"},
    ClassStyle{"tip", "fill: #57606a; stroke: none;", "fill: #9aa4ae; stroke: none;"},
};

/// The style sheet of the classes that the elements have.
std::string style_of(std::string_view elements) {
    std::string light;
    std::string dark;
    for (const ClassStyle& style : styles) {
        if (style.name.empty()) {
            light += fmt::format("  {}\n", style.rules);
            dark += fmt::format("    {}\n", style.dark_rules);
        } else if (elements.find(fmt::format("class=\"{}\"", style.name)) != std::string::npos) {
            light += fmt::format("  .{} {{ {} }}\n", style.name, style.rules);
            dark += fmt::format("    .{} {{ {} }}\n", style.name, style.dark_rules);
        }
    }
    return fmt::format(
        "<style>\n{}  @media screen and (prefers-color-scheme: dark) {{\n{}  }}\n</style>\n", light,
        dark);
}

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

std::string box(Point corner, double width, double height) {
    return fmt::format("M{} {}h{}v{}h{}z", px(corner.x), px(corner.y), px(width), px(height),
                       px(-width));
}

std::string rounded(Point corner, double width, double height) {
    constexpr double radius = 6;
    const std::string across = px(width - 2 * radius);
    const std::string down = px(height - 2 * radius);
    return fmt::format("M{} {}h{}a6 6 0 0 1 6 6v{}a6 6 0 0 1 -6 6h-{}a6 6 0 0 1 -6 -6v-{}"
                       "a6 6 0 0 1 6 -6z",
                       px(corner.x + radius), px(corner.y), across, down, across, down);
}

std::string segment(Point from, Point to) {
    return fmt::format("M{} {}L{} {}", px(from.x), px(from.y), px(to.x), px(to.y));
}

/// Names and what was gathered under each.
using Groups = std::vector<std::pair<std::string, std::string>>;

/// What the group of this name has, which is made where it is missing.
std::string& data_of(Groups& groups, std::string_view name) {
    for (auto& [other, data] : groups) {
        if (other == name) {
            return data;
        }
    }
    return groups.emplace_back(std::string(name), std::string()).second;
}

std::string elements_of(const Groups& paths) {
    std::string elements;
    for (const auto& [name, data] : paths) {
        elements += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", name, data);
    }
    return elements;
}

} // namespace

Drawing::Drawing(double width, double height, std::string title, std::string description)
    : width_(width), height_(height), title_(std::move(title)),
      description_(std::move(description)) {}

void Drawing::add_cell(std::string_view name, std::string_view data) {
    if (!strokes_.empty()) {
        end_paths();
    }
    data_of(cells_, name) += data;
}

void Drawing::add_stroke(std::string_view name, std::string_view data) {
    data_of(strokes_, name) += data;
}

void Drawing::end_paths() {
    body_ += elements_of(cells_) + elements_of(strokes_);
    cells_.clear();
    strokes_.clear();
}

void Drawing::cell(CellKind kind, Point corner, double width, double height,
                   std::string_view text) {
    const auto [x, y] = corner;
    add_cell(class_name(kind), kind == CellKind::thread ? rounded(corner, width, height)
                                                        : box(corner, width, height));
    const auto mark = [&](Point from, Point to) { add_cell("line", segment(from, to)); };
    if (kind == CellKind::unread) {
        mark({x, y}, {x + width, y + height});
        mark({x, y + height}, {x + width, y});
    }
    if (kind == CellKind::boundary && text.empty()) {
        mark({x, y + height}, {x + width, y});
    } else if (kind == CellKind::boundary) {
        // In two parts: a number with a line through it looks cancelled.
        const double part =
            (1 - std::min(letter_height / height, letter_width * width_of(text) / width)) / 2;
        const Point end{part * width, part * height};
        mark({x, y + height}, {x + end.x, y + height - end.y});
        mark({x + width - end.x, y + end.y}, {x + width, y});
    }
    if (!text.empty()) {
        label({x + width / 2, y + height / 2 + 5}, text);
    }
}

void Drawing::plane(CellKind kind, Point corner, double width, double height, double lean,
                    std::string_view text) {
    end_paths();
    const auto [x, y] = corner;
    body_ += fmt::format(R"(<polygon class="{}" points="{},{} {},{} {},{} {},{}"/>)"
                         "\n",
                         class_name(kind), px(x + lean), px(y), px(x + lean + width), px(y),
                         px(x + width), px(y + height), px(x), px(y + height));
    if (!text.empty()) {
        label({x + (width + lean) / 2, y + height / 2 + 5}, text);
    }
}

void Drawing::dot(CellKind kind, Point middle, double radius) {
    end_paths();
    body_ += fmt::format(R"(<circle class="{}" cx="{}" cy="{}" r="{}"/>)"
                         "\n",
                         class_name(kind), px(middle.x), px(middle.y), px(radius));
}

void Drawing::label(Point at, std::string_view text, std::string_view anchor) {
    data_of(labels_, fmt::format(R"(y="{}" text-anchor="{}")", px(at.y), anchor)) +=
        fmt::format(R"(<tspan x="{}">{}</tspan>)", px(at.x), xml_text(text));
}

void Drawing::line(Point from, Point to) {
    add_stroke("line", segment(from, to));
}

void Drawing::heavy_frame(Point corner, double width, double height) {
    add_stroke("frame", box(corner, width, height));
}

void Drawing::arrow(Point from, Point to) {
    line(from, to);
    // The tip is a separate triangle: not every SVG viewer draws markers.
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point base{to.x - 7 * along.x, to.y - 7 * along.y};
    add_stroke("tip", fmt::format("M{} {}L{} {} {} {}z", px(to.x), px(to.y),
                                  px(base.x - 4 * along.y), px(base.y + 4 * along.x),
                                  px(base.x + 4 * along.y), px(base.y - 4 * along.x)));
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
        end_paths();
        body_ += fmt::format(R"(<rect class="{}" x="{}" y="{}" width="16" height="16"/>)"
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
    std::string elements =
        fmt::format(R"(<rect class="paper" width="{}" height="{}"/>)"
                    "\n{}{}{}",
                    px(width_), px(height_), body_, elements_of(cells_), elements_of(strokes_));
    for (const auto& [attributes, words] : labels_) {
        elements += fmt::format("<text {}>{}</text>\n", attributes, words);
    }
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="img">)"
        "\n<title>{}</title>\n<desc>{}</desc>\n{}{}</svg>\n",
        px(width_), px(height_), px(width_), px(height_), xml_text(title_), xml_text(description_),
        style_of(elements), elements);
}

} // namespace kit

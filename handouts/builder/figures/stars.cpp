#include "handouts/builder/figures/stars.hpp"

#include "analytics/stencil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace handouts {

namespace {

constexpr double spacing = 17;
/// z runs towards the reader: to the left and down.
constexpr std::array<Point, 3> axes_on_paper{
    {{spacing, 0}, {0, -spacing}, {-0.6 * spacing, 0.6 * spacing}}};

} // namespace

Drawing stars(const FigureSizes& sizes) {
    const int axes = sizes.at("axes");
    const int orders = sizes.at("orders");
    // Each star as wide as it is, but not narrower than its text.
    const auto half_of = [](int order) { return std::max(42.0, spacing * order + 14); };
    double width = 16;
    std::string counts;
    for (int order = 1; order <= orders; ++order) {
        width += 2 * half_of(order) + 12;
        counts += fmt::format("{}{}",
                              order == 1        ? ""
                              : order == orders ? " and "
                                                : ", ",
                              analytics::points({analytics::StencilShape::star, axes, order}));
    }
    const double reach = axes == 1 ? 14 : spacing * orders + 14;
    Drawing drawing(width, 2 * reach + 60,
                    fmt::format("Star stencils of order 1 to {} on {}: {} points", orders,
                                axes == 1   ? "one axis"
                                : axes == 2 ? "two axes"
                                            : "three axes",
                                counts),
                    "A star of order R reads its own cell and R cells to either side along each "
                    "axis.");
    double x = 16;
    for (int order = 1; order <= orders; ++order) {
        const Point middle{x + half_of(order), reach + 6};
        for (int axis = 0; axis < axes; ++axis) {
            const Point step = axes_on_paper[static_cast<std::size_t>(axis)];
            drawing.line({middle.x - order * step.x, middle.y - order * step.y},
                         {middle.x + order * step.x, middle.y + order * step.y});
            for (int at = -order; at <= order; ++at) {
                if (at != 0) {
                    drawing.dot(Cell::halo, {middle.x + at * step.x, middle.y + at * step.y}, 5);
                }
            }
        }
        drawing.dot(Cell::output, middle, 6);
        const auto count = analytics::points({analytics::StencilShape::star, axes, order});
        drawing.label({middle.x, 2 * reach + 26}, fmt::format("order {}", order));
        drawing.label({middle.x, 2 * reach + 46}, fmt::format("{} points", count));
        x += 2 * half_of(order) + 12;
    }
    return drawing;
}

} // namespace handouts

// Figures of three axes: stencils, and planes along z.
#include "analytics/count/kernel_model.hpp"
#include "checker/base/layout.hpp"
#include "handouts/builder/figures/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace kit {

namespace {

constexpr double spacing = 17;
/// z runs towards the reader: to the left and down.
constexpr std::array<Point, 3> axes_on_paper{
    {{spacing, 0}, {0, -spacing}, {-0.6 * spacing, 0.6 * spacing}}};

/// Star stencils of growing order on one, two or three axes, side by side.
Drawing stars(const FigureSizes& sizes) {
    const int axes = sizes.at("axes");
    const int orders = sizes.at("orders");
    // At least as wide as its label.
    const auto half_of = [](int order) { return std::max(42.0, spacing * order + 14); };
    double width = 16;
    std::vector<std::string> counts;
    for (int order = 1; order <= orders; ++order) {
        width += 2 * half_of(order) + 12;
        counts.push_back(std::to_string(points({StencilShape::star, axes, order})));
    }
    const double reach = axes == 1 ? 14 : spacing * orders + 14;
    Drawing drawing(width, 2 * reach + 60,
                    fmt::format("Star stencils of order 1 to {} on {}: {} points", orders,
                                axes == 1   ? "one axis"
                                : axes == 2 ? "two axes"
                                            : "three axes",
                                join(counts, ", ", " and ")),
                    "A star of order R reads its own cell and R cells on each side along each "
                    "axis.");
    double x = 16;
    for (int order = 1; order <= orders; ++order) {
        const Point middle{x + half_of(order), reach + 6};
        for (int axis = 0; axis < axes; ++axis) {
            const Point step = axes_on_paper[axis];
            drawing.line({middle.x - order * step.x, middle.y - order * step.y},
                         {middle.x + order * step.x, middle.y + order * step.y});
            for (int at = -order; at <= order; ++at) {
                if (at != 0) {
                    drawing.dot(CellKind::halo, {middle.x + at * step.x, middle.y + at * step.y},
                                5);
                }
            }
        }
        drawing.dot(CellKind::output, middle, 6);
        const auto count = points({StencilShape::star, axes, order});
        drawing.label({middle.x, 2 * reach + 26}, fmt::format("order {}", order));
        drawing.label({middle.x, 2 * reach + 46}, fmt::format("{} points", count));
        x += 2 * half_of(order) + 12;
    }
    return drawing;
}

/// A star and a box of order 1 on three axes, side by side.
Drawing star_and_box(const FigureSizes& /*none*/) {
    constexpr double half = 62;
    constexpr double distance = 30;
    constexpr std::array<Point, 3> step{
        {{distance, 0}, {0, -distance}, {-0.55 * distance, 0.55 * distance}}};
    const auto count = [](StencilShape shape) { return points({shape, 3, 1}); };
    Drawing drawing(4 * half + 120, 2 * half + 60,
                    fmt::format("A star of {} points and a box of {}", count(StencilShape::star),
                                count(StencilShape::box)),
                    "A star of order 1 reads its own cell and its six neighbours along the axes, a "
                    "box all cells of a cube of three on each side.");
    double x = half + 30;
    for (const StencilShape shape : {StencilShape::star, StencilShape::box}) {
        const Point middle{x, half + 6};
        for (int z = -1; z <= 1; ++z) { // the farthest plane first
            for (int y = -1; y <= 1; ++y) {
                for (int x_step = -1; x_step <= 1; ++x_step) {
                    const int axes = std::abs(x_step) + std::abs(y) + std::abs(z);
                    if (shape == StencilShape::star && axes > 1) {
                        continue;
                    }
                    const Point at{middle.x + x_step * step[0].x + z * step[2].x,
                                   middle.y + y * step[1].y + z * step[2].y};
                    if (axes == 1) {
                        drawing.line(middle, at);
                    }
                    drawing.dot(axes == 0 ? CellKind::output : CellKind::halo, at,
                                axes == 0 ? 6 : 5);
                }
            }
        }
        drawing.label({x, 2 * half + 26}, shape == StencilShape::star ? "star" : "box");
        drawing.label({x, 2 * half + 46}, fmt::format("{} points", count(shape)));
        x += 2 * half + 60;
    }
    return drawing;
}

/// What a march with several sweeps in progress holds when plane p of the input arrives.
Drawing sweep_levels(const FigureSizes& sizes) {
    const int sweeps = sizes.at("sweeps");
    const int planes = sweeps + 2;
    constexpr double cell = 62;
    constexpr double height = 34;
    constexpr double row = 62;
    constexpr double left = 150;
    constexpr double top = 46;
    Drawing drawing(left + planes * cell + 20, top + (sweeps + 1) * row + 40,
                    fmt::format("What {} sweeps in one march hold when plane p arrives", sweeps),
                    "Each sweep is one plane behind the sweep before it, of which it needs three "
                    "planes. The last sweep's plane is the output.");
    const auto x_of = [&](int behind) { return left + (planes - 1 - behind) * cell; };
    for (int behind = 0; behind < planes; ++behind) {
        drawing.label({x_of(behind) + cell / 2, 24},
                      behind == 0 ? "p" : fmt::format("p − {}", behind));
    }
    for (int sweep = 0; sweep <= sweeps; ++sweep) {
        const double y = top + sweep * row;
        drawing.label({left - 12, y + height / 2 + 5},
                      sweep == 0 ? "input" : fmt::format("after sweep {}", sweep), "end");
        for (int behind = sweep + (sweep == sweeps ? 0 : 2); behind >= sweep; --behind) {
            const bool is_new = behind == sweep;
            drawing.cell(is_new            ? CellKind::fresh
                         : sweep == sweeps ? CellKind::output
                                           : CellKind::faded,
                         {x_of(behind), y}, cell - 6, height,
                         !is_new           ? ""
                         : sweep == 0      ? "loaded"
                         : sweep == sweeps ? "stored"
                                           : "new");
            if (sweep < sweeps) {
                drawing.arrow({x_of(behind) + (cell - 6) / 2, y + height + 2},
                              {x_of(sweep + 1) + (cell - 6) / 2, y + row - 3});
            }
        }
    }
    drawing.legend({left - 60, top + (sweeps + 1) * row},
                   {{CellKind::fresh, "of this step"}, {CellKind::faded, "held from before"}});
    return drawing;
}

/// "i", "i + 1", "i − 2".
std::string plane_name(int offset) {
    if (offset == 0) {
        return "i";
    }
    return offset > 0 ? fmt::format("i + {}", offset) : fmt::format("i − {}", -offset);
}

constexpr int steps = 3;
constexpr double width = 152;
constexpr double thickness = 30;
constexpr double lean = 18;
constexpr double step_down = 42;

/// The planes that a block marching along z holds at each step, and where it holds them. `shared`
/// planes are in shared memory: 1, or 0 for all 2R + 1.
Drawing marching_planes(const FigureSizes& sizes) {
    const int radius = sizes.at("radius");
    const int held = 2 * radius + 1;
    const bool one_shared = sizes.at("shared") == 1;
    const int planes = held + steps - 1;
    const double left = 78;
    const double top = 46;
    const double column = width + lean + 8;
    const double bottom = top + planes * step_down;
    Drawing drawing(
        left + steps * column, bottom + 66,
        one_shared
            ? fmt::format(
                  "Three steps of a march with one plane in shared memory and {} in registers",
                  held - 1)
            : fmt::format("Three steps of a march with {} planes in shared memory", held),
        fmt::format(
            "To compute plane i, a block holds planes i − {0} to i + {0}. Each step loads one "
            "plane and drops the lowest. {1}",
            radius,
            one_shared ? "Only plane i is shared; the others are in the threads' registers."
                       : "Each plane stays in the slot it was loaded into."));
    for (int step = 0; step < steps; ++step) {
        const double x = left + step * column;
        drawing.label({x + (width + lean) / 2, 24},
                      step == 0 ? "step i" : fmt::format("step i + {}", step));
        for (int offset = radius; offset >= -radius; --offset) {
            const int plane = offset + step;
            const double y = bottom - (plane + radius + 1) * step_down;
            const bool is_new = offset == radius;
            const CellKind kind = one_shared ? (offset == 0 ? CellKind::output : CellKind::faded)
                                  : is_new   ? CellKind::fresh
                                             : CellKind::output;
            const int slot = ((plane + radius) % held + held) % held;
            const std::string place = !one_shared   ? fmt::format("slot {}", slot)
                                      : offset == 0 ? "shared"
                                                    : "register";
            drawing.plane(kind, {x, y}, width, thickness, lean,
                          place + (is_new        ? ": loaded"
                                   : offset == 0 ? ": computed"
                                                 : ""));
        }
    }
    for (int plane = -radius; plane < planes - radius; ++plane) {
        drawing.label({left - 10, bottom - (plane + radius + 1) * step_down + 20},
                      plane_name(plane), "end");
    }
    drawing.legend({left, bottom + 28}, {{CellKind::output, one_shared ? "shared memory" : "held"},
                                         one_shared ? std::pair(CellKind::faded, "registers")
                                                    : std::pair(CellKind::fresh, "just loaded")});
    return drawing;
}

} // namespace

std::vector<FigureKind> volume_figures() {
    return {
        {"stars", {{"axes", 3, 1, 3}, {"orders", 4, 1, 4}}, stars},
        {"star-and-box", {}, star_and_box},
        {"sweep-levels", {{"sweeps", 4, 1, 4}}, sweep_levels},
        {"marching-planes", {{"radius", 1, 1, 3}, {"shared", 0, 0, 1}}, marching_planes},
    };
}

} // namespace kit

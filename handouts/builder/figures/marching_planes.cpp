#include "handouts/builder/figures/marching_planes.hpp"

#include <fmt/format.h>

#include <string>

namespace handouts {

namespace {

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

} // namespace

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
            "To compute plane i a block holds the planes from i − {0} to i + {0}. Each step "
            "loads one plane and gives up the lowest. {1}",
            radius,
            one_shared ? "Only plane i is shared; the others are in the threads' registers."
                       : "Every plane stays in the slot that it was loaded into."));
    for (int step = 0; step < steps; ++step) {
        const double x = left + step * column;
        drawing.label({x + (width + lean) / 2, 24},
                      step == 0 ? "step i" : fmt::format("step i + {}", step));
        for (int offset = radius; offset >= -radius; --offset) {
            const int plane = offset + step;
            const double y = bottom - (plane + radius + 1) * step_down;
            const bool is_new = offset == radius;
            const Cell kind = one_shared ? (offset == 0 ? Cell::output : Cell::faded)
                              : is_new   ? Cell::fresh
                                         : Cell::output;
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
    if (one_shared) {
        drawing.legend({left, bottom + 28},
                       {{Cell::output, "shared memory"}, {Cell::faded, "registers"}});
    } else {
        drawing.legend({left, bottom + 28}, {{Cell::output, "held"}, {Cell::fresh, "just loaded"}});
    }
    return drawing;
}

} // namespace handouts

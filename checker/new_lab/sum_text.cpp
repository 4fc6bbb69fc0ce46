#include "checker/new_lab/sum_text.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kit {

namespace {

/// A step along one of the axes, as cell()'s arguments: "0, -1, 0".
std::string arguments(const LabPlan& plan, const std::array<std::string, 3>& steps) {
    std::vector<std::string> parts(steps.rend() - plan.axes, steps.rend());
    return join(parts);
}

std::string cell_at(const LabPlan& plan, const std::array<int, 3>& offset) {
    return fmt::format("cell({})",
                       arguments(plan, {std::to_string(offset[0]), std::to_string(offset[1]),
                                        std::to_string(offset[2])}));
}

/// The coefficient as the kernel writes it: c[3], or its value in the element's type.
std::string coefficient(const LabPlan& plan, std::size_t number, const StencilPoint& point) {
    if (!point.coefficient) {
        return fmt::format("c[{}]", number);
    }
    if (is_whole(plan.element)) {
        return fmt::format("{}", static_cast<int>(*point.coefficient));
    }
    const bool whole = *point.coefficient == std::floor(*point.coefficient);
    const std::string value = fmt::format("{}{}", *point.coefficient, whole ? ".0" : "");
    switch (plan.element) {
    case Element::float16: return fmt::format("half({}f)", value);
    case Element::float32: return value + "f";
    default: return value;
    }
}

/// Each point's product, two a line after the first.
std::string listed_sum(const LabPlan& plan) {
    const std::vector<StencilPoint> points = points_of(plan);
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string cell = cell_at(plan, points[i].offset);
        const bool is_one = points[i].coefficient == 1.0;
        const std::string term =
            is_one ? cell : fmt::format("{} * {}", coefficient(plan, i, points[i]), cell);
        const bool begins = i % 2 == 1 || i == 0;
        text += i == 0   ? fmt::format("{} sum = {}", cpp_name(plan.element), term)
                : begins ? ";\nsum += " + term
                         : " + " + term;
    }
    return text + ";\n";
}

std::string star_sum(const LabPlan& plan) {
    std::string text = fmt::format("{} sum = c[0] * {};\n#pragma unroll\n"
                                   "for (int r = 1; r <= R; ++r) {{\n"
                                   "    const int at = {} * (r - 1) + 1;\n",
                                   cpp_name(plan.element), cell_at(plan, {}), 2 * plan.axes);
    for (int axis = 0; axis < plan.axes; ++axis) {
        std::array<std::string, 3> back{"0", "0", "0"};
        std::array<std::string, 3> on = back;
        back[axis] = "-r";
        on[axis] = "r";
        const std::string at = axis == 0 ? "at" : fmt::format("at + {}", 2 * axis);
        text += fmt::format("    sum += c[{}] * cell({}) + c[at + {}] * cell({});\n", at,
                            arguments(plan, back), 2 * axis + 1, arguments(plan, on));
    }
    return text + "}\n";
}

std::string box_sum(const LabPlan& plan) {
    static constexpr std::array<const char*, 3> steps{"di", "dj", "dk"};
    std::string text = fmt::format("{} sum = 0;\nint at = 0;\n", cpp_name(plan.element));
    std::vector<std::string> names;
    for (int axis = 0; axis < plan.axes; ++axis) {
        names.emplace_back(steps[axis]);
        text += fmt::format("{0}for (int {1} = -R; {1} <= R; ++{1}) {{\n", repeated(" ", 4 * axis),
                            names.back());
    }
    text +=
        fmt::format("{}sum += c[at++] * cell({});\n", repeated(" ", 4 * plan.axes), join(names));
    for (int axis = plan.axes; axis-- > 0;) {
        text += repeated(" ", 4 * axis) + "}\n";
    }
    return text;
}

/// "(i, j - 1, k)".
std::string cell_named(const LabPlan& plan, const std::array<int, 3>& offset) {
    std::vector<std::string> parts;
    for (int axis = plan.axes; axis-- > 0;) {
        const int step = offset[axis];
        const char name = static_cast<char>('i' + plan.axes - 1 - axis);
        parts.push_back(step == 0
                            ? std::string(1, name)
                            : fmt::format("{} {} {}", name, step < 0 ? '-' : '+', std::abs(step)));
    }
    return "(" + join(parts) + ")";
}

std::string stencil_words(const LabPlan& plan) {
    const std::vector<StencilPoint> points = points_of(plan);
    if (plan.shape == PointPattern::box || plan.shape == PointPattern::window) {
        return fmt::format(
            "Each cell becomes a sum over the box of the {} cells at most R = {} away "
            "along each axis. The coefficients are in the order of these cells in "
            "memory: c[0] is for {}.",
            points.size(), plan.radius, cell_named(plan, points[0].offset));
    }
    if (plan.shape == PointPattern::star) {
        std::vector<std::string> order;
        for (std::size_t i = 1; i <= 2 * static_cast<std::size_t>(plan.axes); ++i) {
            order.push_back(cell_named(plan, points[i].offset));
        }
        return fmt::format(
            "Each cell becomes a sum over a star of order R = {}: {} cells. c[0] is for "
            "the cell itself; then follow those for {}{}.",
            plan.radius, points.size(), join(order, ", ", " and "),
            plan.radius > 1 ? ", and likewise for distance 2 and on" : "");
    }
    std::vector<std::string> terms;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string cell = cell_named(plan, points[i].offset);
        const auto& factor = points[i].coefficient;
        terms.push_back(factor == 1.0 ? cell
                        : factor      ? fmt::format("{} times {}", *factor, cell)
                                      : fmt::format("c[{}] times {}", i, cell));
    }
    return "Each cell becomes the sum of " + join(terms, ", ", " and ") + ".";
}

std::string boundary_words(const LabPlan& plan) {
    switch (plan.boundary) {
    case BoundaryRule::keep:
        return fmt::format("The {} of the grid are the boundary: there `out` keeps its values.",
                           plan.radius == 1 ? "outermost cells"
                                            : fmt::format("{} outermost layers", plan.radius));
    case BoundaryRule::clamp_to_edge:
        return "Every cell is computed: for a neighbour outside the grid the nearest cell on it "
               "counts.";
    case BoundaryRule::periodic:
        return "Every cell is computed: behind the grid's last cell comes its first, along each "
               "axis.";
    default: return "Every cell is computed: neighbours outside the grid count as 0.";
    }
}

std::string technique_words(const LabPlan& plan) {
    switch (plan.technique) {
    case KernelFamily::shared_memory_tiled:
        return "A block loads its input tile into shared memory, one cell a thread, and the "
               "threads that are not in the tile's halo compute the output tile. Output tiles are "
               "adjacent: tile b begins at cell b·OUT_TILE along each axis.";
    case KernelFamily::coarsened:
        return "A block marches along z. 2R + 1 planes of its input tile are in shared memory and "
               "take turns: each step loads one plane and computes one. Output tiles are adjacent: "
               "tile b begins at cell b·OUT_TILE along each axis.";
    case KernelFamily::register_tiled:
        return "A block marches along z. One plane of its input tile is in shared memory; the "
               "neighbours along z are in the thread's own registers. Output tiles are adjacent: "
               "tile b begins at cell b·OUT_TILE along each axis.";
    default: return "One thread computes one cell, straight from global memory.";
    }
}

} // namespace

std::string header(const LabPlan& plan) {
    const std::string id = id_of(plan);
    std::string text;
    const auto paragraph = [&](const std::string& words) {
        for (const std::string& line : wrap(words, 96)) {
            text += "// " + line + "\n";
        }
    };
    paragraph(fmt::format("Lab {:02}, {}.", plan.number, title_of(plan)));
    paragraph(
        fmt::format("First read handouts/{}.md. Then fill in the parts and run: ./lab check {}", id,
                    plan.number));
    text += "//\n";
    paragraph(stencil_words(plan) + " " + boundary_words(plan));
    text += "//\n";
    paragraph(technique_words(plan));
    text += plan.element == Element::float16 ? "\n#include <cuda_fp16.h>\n" : "";
    return text + "\n#include \"lab.cuh\"\n\n";
}

std::string sum_text(const LabPlan& plan) {
    constexpr std::size_t most_listed = 9;
    if (plan.shape == PointPattern::points || points_of(plan).size() <= most_listed) {
        return listed_sum(plan);
    }
    return plan.shape == PointPattern::star ? star_sum(plan) : box_sum(plan);
}

} // namespace kit

#include "checker/new_lab/plan.hpp"

#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace kit {

namespace {

std::string quoted_list(const std::vector<std::string>& words) {
    return words.empty() ? "" : "\"" + join(words, "\", \"") + "\"";
}

/// So many that 120³ cells take the emulator long.
bool has_many_terms(const LabPlan& plan) {
    return points_of(plan).size() > 100;
}

/// The grids: the smallest with something to compute, one whose last tile has a single output along each axis, some
/// that no tile divides, no two extents the same, and the one that is counted.
std::vector<std::string> cases_of(const LabPlan& plan) {
    const bool keeps = plan.boundary == BoundaryRule::keep;
    const int least = keeps ? 2 * plan.radius + 1 : 1;
    const int out = output_side(plan);
    const int of_about_60 = (60 / out + (out > 60 ? 1 : 0)) * out;
    const int one_more = of_about_60 + 1 + (keeps ? plan.radius : 0);
    std::vector<std::string> cases;
    switch (plan.axes) {
    case 1: cases = {std::to_string(least), "257", std::to_string(one_more), "1000003"}; break;
    case 2:
        cases = {fmt::format("{0}x{0}", least), "33x17", fmt::format("7x{}", one_more),
                 fmt::format("{}x65", one_more), "1023x769"};
        break;
    default:
        cases = {fmt::format("{0}x{0}x{0}", least), "33x34x35", fmt::format("7x{}x19", one_more),
                 fmt::format("{0}x19x{0}", one_more),
                 has_many_terms(plan) ? "40x40x40" : "120x120x120"};
    }
    if (plan.axes > 1 && least > 7) { // of the grids above, 7 is then too short
        cases.erase(cases.begin() + 2);
    }
    std::vector<std::string> once;
    for (const std::string& one : cases) {
        if (std::ranges::find(once, one) == once.end()) {
            once.push_back(one);
        }
    }
    return once;
}

std::string stencil_table(const LabPlan& plan) {
    std::string text = "[stencil]\n";
    if (plan.shape != PointPattern::points) {
        return text + fmt::format("coefficients = \"drawn\"\nshape = \"{}\"\nradius = {}\n",
                                  plan.shape == PointPattern::star ? "star" : "box", plan.radius);
    }
    const bool drawn = !plan.points.front().coefficient;
    text += fmt::format("coefficients = \"{}\"\npoints = [\n", drawn ? "drawn" : "fixed");
    for (const StencilPoint& point : plan.points) {
        std::vector<std::string> offset;
        for (int axis = 0; axis < plan.axes; ++axis) {
            offset.push_back(std::to_string(point.offset[axis]));
        }
        text += fmt::format("  {{ offset = [{}]{} }},\n", join(offset),
                            drawn ? "" : fmt::format(", coefficient = {}", *point.coefficient));
    }
    return text + "]\n";
}

const char* name_of(KernelFamily family) {
    switch (family) {
    case KernelFamily::shared_memory_tiled: return "shared-memory-tiled";
    case KernelFamily::coarsened: return "coarsened";
    case KernelFamily::register_tiled: return "register-tiled";
    default: return "basic";
    }
}

const char* name_of(BoundaryRule rule) {
    switch (rule) {
    case BoundaryRule::clamp_to_edge: return "clamp-to-edge";
    case BoundaryRule::periodic: return "periodic";
    case BoundaryRule::zero: return "zero";
    default: return "keep";
    }
}

const char* summary_of(KernelFamily family) {
    switch (family) {
    case KernelFamily::shared_memory_tiled:
        return "A block loads its input tile into shared memory, each cell once, and computes from "
               "there.";
    case KernelFamily::coarsened:
        return "A block marches along z with the planes that it needs in shared memory.";
    case KernelFamily::register_tiled:
        return "A block marches along z with one plane in shared memory and each thread's column "
               "in registers.";
    default: return "One thread per cell, straight from global memory.";
    }
}

/// From gentle to plain, of what such kernels have in common. They give no line of the solution away.
std::vector<std::string> hints_of(const LabPlan& plan) {
    if (plan.technique == KernelFamily::basic) {
        return {"Take one cell of a small grid. Work out on paper which thread it belongs to, and "
                "at which place of the array it is.",
                plan.boundary == BoundaryRule::keep
                    ? "Of two cells that differ by one in the slowest coordinate, count how many "
                      "lie between them in memory. The guard has two ends for each axis."
                    : "A neighbour has coordinates of its own. Bring each of them onto the grid, "
                      "or see that it is not there, before you make a place in the array of them.",
                "The number of blocks along an axis is that of threads, divided by the block's "
                "side and rounded up."};
    }
    return {"Draw one axis of the first two tiles: the threads, and under each of them the cell "
            "that it loads. Mark those with an output.",
            "Two questions decide whether a thread computes: are all cells that it reads in the "
            "tile, and does the grid have an output there? A load has another condition.",
            "Write down which thread wrote what another reads, and what was between the two. Each "
            "such pair needs a barrier that all threads reach."};
}

} // namespace

std::string lab_toml(const LabPlan& plan) {
    static constexpr std::array<const char*, 3> roles{"width", "height", "depth"};
    const bool is_basic = plan.technique == KernelFamily::basic;
    std::string text =
        fmt::format("# The format is described in checker/catalog/lab_file.hpp.\n"
                    "title = \"{}\"\nsource = \"an instructor's own\"\nsummary = \"{}\"\n"
                    "points = 20\nhours = 4\nelement = \"{}\"\nhints = [\n",
                    title_of(plan), summary_of(plan.technique), cpp_name(plan.element));
    for (const std::string& hint : hints_of(plan)) {
        text += fmt::format("  \"{}\",\n", hint);
    }
    text += "]\n\n[kernel]\nname = \"stencil_kernel\"\narguments = [\n"
            "  { name = \"in\", role = \"input\" },\n  { name = \"out\", role = \"output\" },\n";
    for (int axis = 0; axis < plan.axes; ++axis) {
        const char* const role = roles[axis];
        text += fmt::format("  {{ name = \"{}\", role = \"{}\" }},\n", plan.axes == 1 ? "n" : role,
                            role);
    }
    text += fmt::format("]\n\n[grid]\naxes = {}\ncases = [{}]\n\n{}\n[boundary]\nrule = \"{}\"\n",
                        plan.axes, quoted_list(cases_of(plan)), stencil_table(plan),
                        name_of(plan.boundary));
    // The counters of such a kernel are known for these rules (reference/predictions.hpp).
    const bool is_predicted =
        plan.boundary == BoundaryRule::keep || plan.boundary == BoundaryRule::clamp_to_edge;
    // In one axis the family is another one, of which labs 02 and 03 are.
    if (plan.axes > 1 && (is_basic || is_predicted)) {
        text += fmt::format("\n[traffic]\nfamily = \"{}\"\n", name_of(plan.technique));
    }
    if (plan.axes > 1 && !is_basic && plan.boundary == BoundaryRule::keep) {
        const int side = block_side(plan);
        const bool is_cube = plan.technique == KernelFamily::shared_memory_tiled && plan.axes == 3;
        text += fmt::format(
            "\n[technique]\nchapter_block = [{0}, {0}, {1}]\nmost_loads_percent = 130\n", side,
            is_cube ? side : 1);
    }
    if (plan.axes == 3 && has_many_terms(plan)) {
        text += "\n[limits]\nseconds = 60\n";
    }
    return text + fmt::format("\n[exploration]\nblock = \"{}\"\n", is_basic ? "BLOCK" : "IN_TILE");
}

} // namespace kit

#include "checker/catalog/stencil_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

namespace kit {

namespace {

using Need = TomlTable::Need;

constexpr std::array<Choice<BoundaryRule>, 5> rules{{
    {"keep", BoundaryRule::keep},
    {"clamp-to-edge", BoundaryRule::clamp_to_edge},
    {"one-sided", BoundaryRule::one_sided},
    {"periodic", BoundaryRule::periodic},
    {"zero", BoundaryRule::zero},
}};
constexpr std::array<Choice<ResultOperation>, 1> result_operations{{
    {"square", ResultOperation::square},
}};
constexpr std::array<Choice<PointPattern>, 3> shapes{{
    {"star", PointPattern::star},
    {"box", PointPattern::box},
    {"window", PointPattern::window},
}};
constexpr std::array<Choice<bool>, 2> origins{{{"drawn", true}, {"fixed", false}}};

constexpr int max_offset = 100;

/// The offset in x, y, z; 0 along axes that the grid lacks.
std::optional<std::array<int, 3>> read_offset(TomlTable& point, int axes) {
    const auto offset = point.wholes("offset", -max_offset, max_offset);
    if (!offset) {
        return std::nullopt;
    }
    if (offset->size() > 3 || (axes != 0 && offset->size() != static_cast<std::size_t>(axes))) {
        point.note("offset", fmt::format("has {} numbers; it needs one for each axis: {}",
                                         offset->size(), axes != 0 ? axes : 3));
        return std::nullopt;
    }
    std::array<int, 3> result{};
    std::ranges::copy(*offset, result.begin());
    return result;
}

void read_shape(TomlTable& stencil, Lab& lab, std::optional<bool> drawn) {
    const auto shape = stencil.choice("shape", shapes);
    lab.shape = shape.value_or(PointPattern::star);
    if (stencil.has("points")) {
        stencil.note("points", "cannot be combined with a shape; give one of the two");
    }
    if (input_count(lab) > 1) {
        stencil.note("shape", "is for kernels with one input; list the points of each");
    }
    if (shape == PointPattern::window && lab.axes != 1) {
        stencil.note("shape", "\"window\" is for grids of one axis");
    }
    if (drawn == false) {
        stencil.note("coefficients", "must be \"drawn\" with a shape");
    }
    if (lab.variants.empty()) {
        const auto radius = stencil.whole("radius", 1, max_radius);
        lab.stencil = points_of(lab.shape, lab.axes, radius.value_or(1));
        return;
    }
    if (stencil.has("radius")) {
        stencil.note("radius", "not allowed with [[variants]], which have their own");
    }
    if (!takes_coefficients(lab)) {
        stencil.note("shape", "needs an argument with the role coefficients");
    }
    lab.stencil = points_of(lab.shape, lab.axes, lab.variants.front().radius);
}

/// The number among the kernel's inputs of the one that a point names; absent if it names none.
std::optional<int> read_input(TomlTable& point, std::string_view key, const Lab& lab) {
    const auto name = point.text(key, Need::optional);
    std::vector<std::string> names;
    for (const KernelArgument& argument : lab.arguments) {
        if (argument.role == KernelArgument::Role::input) {
            names.push_back(argument.name);
        }
    }
    const auto found = std::ranges::find(names, name.value_or(""));
    if (name && found == names.end()) {
        point.note(key, fmt::format("is \"{}\"; it must be an argument with the role input: {}",
                                    *name, fmt::join(names, ", ")));
    }
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<int>(found - names.begin()));
}

/// Reads `stencil.inputs` or `result.clamp`.
std::optional<ResultRange> read_range(TomlTable& table, std::string_view key, Need need) {
    const auto ends = table.numbers(key, need);
    if (ends && (ends->size() != 2 || (*ends)[0] >= (*ends)[1])) {
        table.note(key, "is not a range; it must be two numbers, the smaller one first");
        return std::nullopt;
    }
    return ends ? std::optional(ResultRange{(*ends)[0], (*ends)[1]}) : std::nullopt;
}

} // namespace

void read_stencil(TomlTable& stencil, Lab& lab, int axes) {
    lab.input_range = read_range(stencil, "inputs", Need::optional);
    const std::optional<bool> drawn = stencil.choice(
        "coefficients", origins, stencil.has("reference") ? Need::optional : Need::required);
    lab.steps = stencil.whole("steps", 2, 64, Need::optional).value_or(1);
    if (stencil.has("shape")) {
        read_shape(stencil, lab, drawn);
        return;
    }
    std::set<std::tuple<std::array<int, 3>, int, std::optional<int>>> cells;
    for (TomlTable& point : stencil.tables("points")) {
        const std::optional<std::array<int, 3>> offset = read_offset(point, axes);
        const int input = read_input(point, "input", lab).value_or(0);
        const std::optional<int> times = read_input(point, "times", lab);
        if (offset && !cells.emplace(*offset, input, times).second) {
            point.note("offset", "another point has it, too; give each cell once");
        }
        if (times && is_whole(lab.element)) {
            point.note("times", "needs \"half\", \"float\" or \"double\" elements");
        }
        const std::optional<double> coefficient = point.number("coefficient", Need::optional);
        if (drawn && *drawn == point.has("coefficient")) {
            point.note("coefficient", *drawn ? "not allowed if coefficients are \"drawn\""
                                             : "missing; needed if coefficients are \"fixed\"");
        }
        const auto most = static_cast<double>(greatest_sum(lab.element));
        if (is_whole(lab.element) && std::abs(coefficient.value_or(0)) > most) {
            point.note("coefficient",
                       fmt::format("is too large: the sums of {} elements stay within ±{:.0f}",
                                   cpp_name(lab.element), most));
        }
        lab.stencil.push_back({offset.value_or(std::array<int, 3>{}), coefficient, input, times});
        point.finish();
    }
    if (!lab.variants.empty()) {
        stencil.note("points", "[[variants]] need a shape instead of points");
    }
    for (int input = 1; input < input_count(lab); ++input) {
        if (std::ranges::none_of(lab.stencil, [&](const StencilPoint& point) {
                return point.input == input || point.times == input;
            })) {
            stencil.note("points",
                         fmt::format("no point has the kernel's input number {}; a point has it as "
                                     "input = \"...\" or times = \"...\"",
                                     input + 1));
        }
    }
}

void read_reference(TomlTable& stencil, const std::filesystem::path& folder, Lab& lab) {
    const auto name = stencil.text("reference", Need::optional);
    if (!name) {
        return;
    }
    lab.reference = folder / *name;
    std::error_code error;
    if (std::filesystem::path(*name).has_parent_path() ||
        !std::filesystem::is_regular_file(lab.reference, error)) {
        stencil.note("reference", "must be a file in the lab's folder");
    }
    const bool has_factor = std::ranges::any_of(
        lab.stencil, [](const StencilPoint& point) { return point.coefficient || point.times; });
    if (stencil.has("coefficients") || has_factor || takes_coefficients(lab)) {
        stencil.note("reference", "has its factors in C++; leave out coefficients and times");
    }
    if (lab.steps > 1 || !lab.variants.empty()) {
        stencil.note("reference", "is for one sweep of one kernel: without steps and [[variants]]");
    }
    for (StencilPoint& point : lab.stencil) {
        point.coefficient = 1; // nothing is drawn
    }
}

void check_steps(TomlTable& stencil, const Lab& lab) {
    const bool possible = lab.element == Element::float32 && lab.boundary == BoundaryRule::keep &&
                          lab.result_operation == ResultOperation::none && !lab.result_range &&
                          input_count(lab) == 1;
    if (lab.steps > 1 && !possible) {
        stencil.note("steps",
                     "needs \"float\" elements, the boundary rule \"keep\", one input and no "
                     "[result]");
    }
    stencil.finish();
}

void read_boundary(TomlTable boundary, Lab& lab) {
    lab.boundary = boundary.choice("rule", rules).value_or(BoundaryRule::keep);
    const bool fixed = std::ranges::any_of(
        lab.stencil, [](const StencilPoint& point) { return point.coefficient.has_value(); });
    if (lab.boundary == BoundaryRule::one_sided && (lab.axes != 1 || fixed)) {
        boundary.note("rule", "\"one-sided\" needs a grid of one axis and drawn coefficients");
    }
    boundary.finish();
}

void read_result(TomlTable result, Lab& lab) {
    if (!result.present()) {
        return;
    }
    lab.result_operation = result.choice("operation", result_operations, Need::optional)
                               .value_or(ResultOperation::none);
    lab.result_range =
        read_range(result, "clamp", result.has("operation") ? Need::optional : Need::required);
    if (!lab.reference.empty()) {
        result.note("clamp", "is for sums; the function of stencil.reference gives the result");
    }
    result.finish();
}

} // namespace kit

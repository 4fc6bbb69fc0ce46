#include "analytics/commands/options.hpp"

#include "analytics/count/gpu.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/command_line/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace kit {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 6> element_types{
    {{"half", 2}, {"float", 4}, {"double", 8}, {"short", 2}, {"int", 4}, {"long", 8}}};

/// A size or three.
Extents cube_or_three(const std::string& option, const std::string& text,
                      const std::vector<std::int64_t>& sizes) {
    if (sizes.size() == 2) {
        throw BadInput("{} takes one number for a cube or three here, not '{}'.", option, text);
    }
    return sizes.size() == 1 ? Extents{sizes[0], sizes[0], sizes[0]}
                             : Extents{sizes[0], sizes[1], sizes[2]};
}

} // namespace

void add_format_option(CommandBuilder& command, std::string& format) {
    command.add_option("--format", format, "Form of the output")
        .one_of({"text", "json", "csv", "markdown"})
        .shows_default();
}

std::vector<std::string> with_parts(const std::vector<std::string>& ids) {
    std::vector<std::string> names;
    std::string last;
    for (const std::string& id : ids) {
        const std::string whole = group_of(id);
        if (whole != last) {
            names.push_back(whole);
            last = whole;
        }
        names.push_back(id);
    }
    return names;
}

std::vector<std::string> type_names() {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : element_types) {
        names.emplace_back(name);
    }
    return names;
}

std::vector<std::string> gpu_names() {
    std::vector<std::string> names{"auto"};
    for (const Gpu& gpu : known_gpus().gpus) {
        names.push_back(gpu.name);
    }
    return names;
}

int element_bytes_of(std::string_view type) {
    for (const auto& [name, bytes] : element_types) {
        if (name == type) {
            return bytes;
        }
    }
    throw BadInput("--type takes half, float, double, short, int or long, not '{}'.", type);
}

void need_order(int order) {
    if (order < 1) {
        throw BadInput("--order takes 1 or more, not {}.", order);
    }
}

void take_grid(const std::string& text, const NeedUse& need, Extents& grid) {
    grid = cube_or_three("--grid", text, parse_sizes("--grid", text));
    need("--grid " + text, "grid", "");
}

bool take_block(const std::string& text, const NeedUse& need, Extents& cube, Extents& plane) {
    const std::vector<std::int64_t> block = parse_sizes("--block", text);
    const bool is_flat = block.size() == 2;
    need("--block " + text, is_flat ? "plane" : "cube",
         is_flat ? "; others take a cube, like 8" : "; others take a flat one, like 32x32");
    (is_flat ? plane : cube) =
        is_flat ? Extents{block[0], block[1], 1} : cube_or_three("--block", text, block);
    return is_flat;
}

void add_exercise_options(CommandBuilder& command, ExerciseOptions& options) {
    command.add_option("ID", options.id, "An exercise or a part, instead of all")
        .offers(with_parts(exercise_ids()));
    command.add_option("--grid SIZES", options.grid,
                       "Exercise 1: cells, like 120 or 120x64x33 (default 120)");
    command.add_option("--block SIZES", options.block,
                       "Threads of a block: a cube or three axes, like 8 or "
                       "8x8x8, for exercises 1b and 1c (default 8); two axes, like "
                       "32x32, for exercises 1d and 2 (default 32x32)");
    command.add_option("--planes N", options.planes,
                       "Output planes of a block, in exercise 1d (default: as many as "
                       "its output tile is wide) and exercise 2 (default 16)");
    command.add_option("--order N", options.order,
                       "The stencil's order: cells that it reaches to either "
                       "side (default 1)");
    command.add_option("--type", options.type, "Exercise 2: element type (default float)")
        .offers(type_names());
}

ExerciseSizes sizes_of(const ExerciseOptions& options) {
    ExerciseSizes sizes;
    static_cast<void>(exercise_ids(options.id)); // throws where there is none
    const auto need = [&](const std::string& option, std::string_view size,
                          std::string_view otherwise = "") {
        need_use(exercise_parts(), "exercise", options.id, option, size, otherwise);
    };
    if (options.grid) {
        take_grid(*options.grid, need, sizes.grid);
    }
    if (options.block) {
        take_block(*options.block, need, sizes.block, sizes.plane_block);
    }
    if (options.planes) {
        need(fmt::format("--planes {}", *options.planes), "planes");
        sizes.sweep_planes = *options.planes;
        sizes.tile_planes = *options.planes;
    }
    if (options.order) {
        need_order(*options.order);
        sizes.stencil.order = *options.order;
    }
    if (options.type) {
        need("--type " + *options.type, "type");
        sizes.element_bytes = element_bytes_of(*options.type);
    }
    return sizes;
}

namespace {

/// In the order of KernelFamily.
constexpr std::array<std::string_view, all_families.size()> family_names{
    "basic", "tiled", "coarsened", "register-tiled", "halo-loading", "shared-1d"};

/// Cells along each axis: the course's grid, and for one axis enough to fill many blocks.
std::string usual_grid(int axes) {
    return axes == 1 ? "1000000" : "120";
}

int order_from(const std::string& text) {
    int order = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, order);
    if (error != std::errc{} || stop != end) {
        throw BadInput("--order takes a whole number such as 2, not '{}'.", text);
    }
    return order;
}

Extents usual_block(const KernelModel& model) {
    switch (block_axes(model)) {
    case 1: return {128, 1, 1};
    case 2: return {32, 32, 1};
    default: return {8, 8, 8};
    }
}

} // namespace

void add_kernel_options(CommandBuilder& command, KernelOptions& options) {
    command.add_option(
        "--grid SIZES", options.grid,
        "Cells, boundary included, like 120 or 120x64x33 (default 120, on one axis 1000000)");
    command.add_option("--block SIZES", options.block,
                       "Threads, like 8 or 32x4x4; of kernels that march "
                       "along z two axes, like 32x32 (default 8x8x8, 32x32, "
                       "or 128 on one axis)");
    command.add_option("--planes N", options.planes,
                       "Output planes of a block that marches along z "
                       "(default: as many as its output tile is wide)");
    command.add_option("--order N", options.order, "How far the stencil reaches (default 1)");
    command.add_option("--shape", options.shape, "The stencil's shape")
        .one_of({"star", "box"})
        .shows_default();
    command.add_option("--axes", options.axes, "Axes of the stencil (default 3)")
        .offers({"1", "2", "3"});
    command.add_option("--type", options.type, "Element type").offers(type_names()).shows_default();
    command
        .add_option("--boundary", options.boundary,
                    "The cells at the grid's edge: keep leaves them; clamp and one-sided compute "
                    "them, too, of cells on the grid; halo computes the grid's cells of more "
                    "cells around it")
        .one_of({"keep", "clamp", "one-sided", "halo"})
        .shows_default();
    add_format_option(command, options.format);
}

std::string_view typed_name(KernelFamily family) {
    return family_names.at(static_cast<std::size_t>(family));
}

std::vector<std::string> kernel_names() {
    return {family_names.begin(), family_names.end()};
}

KernelFamily family_named(std::string_view name) {
    for (const KernelFamily family : all_families) {
        if (typed_name(family) == name) {
            return family;
        }
    }
    throw BadInput("There is no kernel '{}'; the kernels are basic, tiled, coarsened, "
                   "register-tiled, halo-loading and shared-1d.",
                   name);
}

int axes_of(const KernelOptions& options, KernelFamily family) {
    return options.axes.value_or(family == KernelFamily::shared_1d ? 1 : 3);
}

Extents along_axes(const std::string& option, const std::string& text, int axes, bool any_axes) {
    const std::vector<std::int64_t> sizes = parse_sizes(option, text);
    if (sizes.size() != 1 && sizes.size() != static_cast<std::size_t>(axes)) {
        constexpr std::array<std::string_view, 3> counts{"one", "two", "three"};
        const std::string_view more = axes == 1 ? "" : axes == 2 ? " or two" : " or three";
        const std::string otherwise = any_axes
                                          ? fmt::format("; with --axes {} it takes {}",
                                                        sizes.size(), counts.at(sizes.size() - 1))
                                          : "";
        throw BadInput("{} takes one number{} here, not '{}'{}.", option, more, text, otherwise);
    }
    Extents extents;
    for (int axis = 0; axis < axes; ++axis) {
        extents[axis] = sizes[sizes.size() == 1 ? 0 : static_cast<std::size_t>(axis)];
    }
    return extents;
}

KernelModel model_of(const KernelOptions& options, KernelFamily family) {
    KernelModel model;
    model.family = family;
    model.stencil = {options.shape == "star" ? StencilShape::star : StencilShape::box,
                     axes_of(options, family), order_from(options.order.value_or("1"))};
    model.element_bytes = element_bytes_of(options.type);
    model.whole_numbers =
        options.type == "short" || options.type == "int" || options.type == "long";
    check(model.stencil);
    const int axes = model.stencil.axes;
    // These kernels run on one, two or three axes.
    const bool any_axes = !marches(family) && family != KernelFamily::shared_1d;
    model.grid = along_axes("--grid", options.grid.value_or(usual_grid(axes)), axes, any_axes);
    model.block = options.block ? along_axes("--block", *options.block, block_axes(model), any_axes)
                                : usual_block(model);
    if (options.planes && !marches(family)) {
        throw BadInput("--planes {} does not apply to a {} kernel, only to "
                       "coarsened and register-tiled.",
                       *options.planes, typed_name(family));
    }
    model.planes_per_block = options.planes;
    model.every_cell = options.boundary == "clamp" || options.boundary == "one-sided";
    for (int axis = 0; options.boundary == "halo" && axis < axes; ++axis) {
        model.grid[axis] = checked_add(model.grid[axis], 2 * std::int64_t{model.stencil.order});
    }
    check(model);
    if (options.boundary != "clamp") {
        need_output_points(model.stencil, model.grid);
    }
    return model;
}

std::string setting(const KernelModel& model, const KernelOptions& options) {
    const std::string& boundary = options.boundary;
    return fmt::format("{}-point {} of order {}, {} cells{}, {}{}",
                       thousands(points(model.stencil)), options.shape, model.stencil.order,
                       shape_text(model.grid, model.stencil.axes),
                       boundary == "halo" ? " with the halo" : "", options.type,
                       boundary == "clamp"       ? ", clamped at the edge"
                       : boundary == "one-sided" ? ", one-sided at the edge"
                                                 : "");
}

} // namespace kit

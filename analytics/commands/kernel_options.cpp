#include "analytics/commands/kernel_options.hpp"

#include "analytics/commands/options.hpp"
#include "analytics/count/errors.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "analytics/print/numbers.hpp"
#include "checker/command_line/application.hpp"

#include <fmt/format.h>

#include <charconv>

namespace kit {

namespace {

/// Cells along each axis: the course's grid, and for one axis enough to fill many blocks.
std::string usual_grid(int axes) {
    return axes == 1 ? "1000000" : "120";
}

StencilShape shape_named(const std::string& name) {
    if (name != "star" && name != "box") {
        throw BadInput(fmt::format("There is no shape '{}'; the shapes are star and box.", name));
    }
    return name == "star" ? StencilShape::star : StencilShape::box;
}

int order_from(const std::string& text) {
    int order = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, order);
    if (error != std::errc{} || stop != end) {
        throw BadInput(fmt::format("--order takes a whole number such as 2, not '{}'.", text));
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
    command
        .add_option(
            "--grid", options.grid,
            "Cells, boundary included, like 120 or 120x64x33 (default 120, on one axis 1000000)")
        .type_name("SIZES");
    command
        .add_option("--block", options.block,
                    "Threads, like 8 or 32x4x4; of kernels that march "
                    "along z two axes, like 32x32 (default 8x8x8, 32x32, "
                    "or 128 on one axis)")
        .type_name("SIZES");
    command
        .add_option("--planes", options.planes,
                    "Output planes of a block that marches along z "
                    "(default: as many as its output tile is wide)")
        .type_name("N");
    command.add_option("--order", options.order, "How far the stencil reaches (default 1)")
        .type_name("N");
    command.add_option("--shape", options.shape, "The stencil's shape")
        .offers({"star", "box"})
        .shows_default();
    command.add_option("--axes", options.axes, "Axes of the stencil (default 3)")
        .offers({"1", "2", "3"});
    command.add_option("--type", options.type, "Element type").offers(type_names()).shows_default();
    add_format_option(command, options.format);
}

std::string_view typed_name(KernelFamily family) {
    switch (family) {
    case KernelFamily::basic: return "basic";
    case KernelFamily::shared_memory_tiled: return "tiled";
    case KernelFamily::coarsened: return "coarsened";
    case KernelFamily::register_tiled: return "register-tiled";
    case KernelFamily::halo_loading: return "halo-loading";
    case KernelFamily::shared_1d: return "shared-1d";
    }
    return "";
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const KernelFamily family : all_families) {
        names.emplace_back(typed_name(family));
    }
    return names;
}

KernelFamily family_named(std::string_view name) {
    for (const KernelFamily family : all_families) {
        if (typed_name(family) == name) {
            return family;
        }
    }
    throw BadInput(fmt::format("There is no kernel '{}'; the kernels are basic, tiled, coarsened, "
                               "register-tiled, halo-loading and shared-1d.",
                               name));
}

int axes_of(const KernelOptions& options, KernelFamily family) {
    return options.axes.value_or(family == KernelFamily::shared_1d ? 1 : 3);
}

Extents along_axes(const std::string& option, const std::string& text, int axes) {
    const std::vector<std::int64_t> sizes = parse_sizes(option, text);
    if (sizes.size() != 1 && sizes.size() != static_cast<std::size_t>(axes)) {
        throw BadInput(axes == 1 ? fmt::format("{} takes one number here, not '{}'.", option, text)
                                 : fmt::format("{} takes one number or {} here, not '{}'.", option,
                                               axes == 2 ? "two" : "three", text));
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
    model.stencil = {shape_named(options.shape), axes_of(options, family),
                     order_from(options.order.value_or("1"))};
    model.element_bytes = element_bytes_of(options.type);
    model.whole_numbers = options.type == "int" || options.type == "long";
    check(model.stencil);
    const int axes = model.stencil.axes;
    model.grid = along_axes("--grid", options.grid.value_or(usual_grid(axes)), axes);
    model.block = options.block ? along_axes("--block", *options.block, block_axes(model))
                                : usual_block(model);
    if (options.planes && !marches(family)) {
        throw BadInput(fmt::format("--planes does not apply to a {} kernel, only to coarsened and "
                                   "register-tiled.",
                                   typed_name(family)));
    }
    model.planes_per_block = options.planes;
    check(model);
    need_output_points(model.stencil, model.grid);
    return model;
}

std::string setting(const KernelModel& model, const KernelOptions& options) {
    return fmt::format("{}-point {} of order {}, {} cells, {}", thousands(points(model.stencil)),
                       options.shape, model.stencil.order,
                       shape_text(model.grid, model.stencil.axes), options.type);
}

} // namespace kit

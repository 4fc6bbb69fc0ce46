#include "analytics/commands/compare.hpp"

#include "analytics/commands/kernel_options.hpp"
#include "analytics/commands/sizes.hpp"
#include "analytics/errors.hpp"
#include "analytics/report/compare_tables.hpp"
#include "command_line/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace analytics {

namespace {

/// Whether the family can do such a stencil at all, whatever the sizes.
bool applies(Family family, const Stencil& stencil) {
    const bool reads_faces_only = stencil.shape == StencilShape::star || stencil.axes == 1;
    switch (family) {
    case Family::coarsened: return stencil.axes == 3;
    case Family::register_tiled: return stencil.axes == 3 && reads_faces_only;
    case Family::halo_loading: return reads_faces_only;
    case Family::shared_1d: return stencil.axes == 1;
    default: return true;
    }
}

/// The options with those left out that say nothing to this family: two sizes of --block are for
/// kernels that march, one or three for the others, and only the first have --planes.
KernelOptions for_family(KernelOptions options, Family family) {
    options.axes = options.axes.value_or(3);
    if (!marches(family)) {
        options.planes.reset();
    }
    if (options.block && *options.axes == 3) {
        const bool flat = parse_sizes("--block", *options.block).size() == 2;
        if (flat != marches(family)) {
            options.block.reset();
        }
    }
    return options;
}

void need_marching(const KernelOptions& options) {
    if (options.planes && options.axes.value_or(3) != 3) {
        throw BadInput("--planes has no part on fewer than 3 axes, where no kernel marches.");
    }
}

void run(const KernelOptions& options) {
    const Format format = format_named(options.format);
    need_marching(options);
    // Its block is any: what it refuses, all would.
    KernelOptions without_block = options;
    without_block.block.reset();
    const KernelModel basic = model_of(for_family(without_block, Family::basic), Family::basic);
    std::vector<NamedKernel> kernels;
    std::vector<std::string> refusals;
    for (const Family family : all_families) {
        if (!applies(family, basic.stencil)) {
            continue;
        }
        try {
            const KernelModel model = model_of(for_family(options, family), family);
            kernels.push_back({std::string(typed_name(family)), model, traffic(model)});
        } catch (const BadInput& error) {
            // Without the basic kernel, or those that the option is for, it was the wrong size.
            const KernelOptions own = for_family(options, family);
            if (family == Family::basic || (marches(family) && (own.block || own.planes))) {
                throw;
            }
            refusals.push_back(fmt::format("Without {}: {}", typed_name(family), error.what()));
        }
    }
    std::vector<Table> tables = compare_tables(kernels);
    tables.front().title += ": " + setting(basic, options);
    auto& notes = tables.front().notes;
    notes.insert(notes.end(), refusals.begin(), refusals.end());
    std::fputs(render(tables, format).c_str(), stdout);
}

} // namespace

void add_compare_command(command_line::CommandBuilder& app) {
    const auto options = std::make_shared<KernelOptions>();
    command_line::CommandBuilder command =
        app.add_command("compare", "Show the kernels of a sweep side by side");
    add_kernel_options(command, *options);
    command.footer("Example: what a stencil of order 2 changes\n"
                   "  ./lab analytics compare --order 2 --block 16x8x8");
    command.action([options] { run(*options); });
}

} // namespace analytics

// ./lab analytics compare: kernels side by side.
#include "analytics/commands/options.hpp"
#include "analytics/count/traffic.hpp"
#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/table.hpp"
#include "checker/command_line/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>

namespace kit {

namespace {

/// A kernel under the name that its rows get.
struct NamedKernel {
    std::string name;
    KernelModel model;
    Traffic counts; ///< of the model
};

using CellsOfKernel = std::function<std::vector<TableCell>(const NamedKernel&)>;

/// A table whose rows are the kernel's name and what `cells` says of it.
Table rows_of(const std::vector<NamedKernel>& kernels, std::string key, std::string title,
              std::vector<Column> columns, const CellsOfKernel& cells) {
    Table table{std::move(key), std::move(title), std::move(columns)};
    table.columns.insert(table.columns.begin(), {"kernel", "kernel", false});
    for (const NamedKernel& kernel : kernels) {
        std::vector<TableCell> row = cells(kernel);
        row.insert(row.begin(), TableCell(kernel.name));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table launch_table(const std::vector<NamedKernel>& kernels) {
    Table table = rows_of(kernels, "launch", "Blocks and threads",
                          {{"block", "block", false},
                           {"textbook_blocks", "textbook's blocks"},
                           {"least_blocks", "least"},
                           {"threads", "threads"},
                           {"active_threads", "active"}},
                          [](const NamedKernel& kernel) -> std::vector<TableCell> {
                              const Traffic& counts = kernel.counts;
                              return {shape_text(kernel.model.block, block_axes(kernel.model)),
                                      total(counts.textbook_blocks), total(counts.least_blocks),
                                      counts.threads, counts.active_threads};
                          });
    for (const NamedKernel& kernel : kernels) {
        for (const std::string& note : block_count_notes(kernel.model, kernel.counts)) {
            table.notes.push_back(fmt::format("{}: {}", kernel.name, note));
        }
        if (const std::string note = launch_limit_note(kernel.model, kernel.counts);
            !note.empty()) {
            table.notes.push_back(fmt::format("{}: {}", kernel.name, note));
        }
    }
    return table;
}

Table tile_table(const std::vector<NamedKernel>& kernels) {
    Table table =
        rows_of(kernels, "tile", "One block away from the grid's edge",
                {{"output_tile", "output tile", false},
                 {"input_tile", "input tile", false},
                 {"halo_percent", "halo, %"},
                 {"loads", "loads"},
                 {"never_read", "never read"},
                 {"shared_bytes", "shared bytes"}},
                [](const NamedKernel& kernel) -> std::vector<TableCell> {
                    const Tile& tile = kernel.counts.tile;
                    const int axes = kernel.model.stencil.axes;
                    // A basic kernel has no tile that holds a halo.
                    const bool has_tile = kernel.model.family != KernelFamily::basic;
                    return {shape_text(tile.output, axes),
                            has_tile ? TableCell(shape_text(tile.input, axes)) : TableCell("none"),
                            TableCell(tile.halo_share * 100, 1),
                            tile.loads,
                            tile.never_read,
                            kernel.counts.shared_bytes_per_block};
                });
    for (const NamedKernel& kernel : kernels) {
        if (const std::string note = shared_memory_note(kernel.counts); !note.empty()) {
            table.notes.push_back(fmt::format("{}: {}", kernel.name, note));
        }
    }
    return table;
}

Table traffic_table(const std::vector<NamedKernel>& kernels) {
    Table table = rows_of(kernels, "traffic", "The whole sweep",
                          {{"loads", "loads"},
                           {"stores", "stores"},
                           {"load_bytes", "bytes loaded"},
                           {"store_bytes", "bytes stored"},
                           {"reuse", "reuse"}},
                          [](const NamedKernel& kernel) -> std::vector<TableCell> {
                              const Traffic& counts = kernel.counts;
                              return {counts.loads, counts.stores, counts.load_bytes,
                                      counts.store_bytes, TableCell(counts.reuse, ratio_digits)};
                          });
    table.notes = {
        "Reuse: the basic kernel's loads for the same points, over this kernel's loads."};
    return table;
}

std::vector<TableCell> ratios(const Intensity& intensity) {
    const auto cell = [](const Rational& ratio) { return TableCell(ratio, ratio_digits); };
    return {cell(intensity.separate.loads_only), cell(intensity.separate.loads_and_stores),
            cell(intensity.fused.loads_only), cell(intensity.fused.loads_and_stores)};
}

Table intensity_table(const std::vector<NamedKernel>& kernels) {
    Table table =
        rows_of(kernels, "ops_per_byte", "Operations for each byte of the whole sweep (OP/B)",
                {{"separate_loads", "2p − 1, loads"},
                 {"separate_all", "2p − 1, and stores"},
                 {"fused_loads", "2p, loads"},
                 {"fused_all", "2p, and stores"}},
                [](const NamedKernel& kernel) { return ratios(kernel.counts.ops_per_byte); });
    std::vector<TableCell> bound = ratios(kernels.front().counts.upper_bound);
    bound.insert(bound.begin(), TableCell("upper bound"));
    table.rows.push_back(std::move(bound));
    return table;
}

/// Whether the family can do such a stencil at all, whatever the sizes.
bool applies(KernelFamily family, const Stencil& stencil) {
    const bool reads_faces_only = stencil.shape == StencilShape::star || stencil.axes == 1;
    switch (family) {
    case KernelFamily::coarsened: return stencil.axes == 3;
    case KernelFamily::register_tiled: return stencil.axes == 3 && reads_faces_only;
    case KernelFamily::halo_loading: return reads_faces_only;
    case KernelFamily::shared_1d: return stencil.axes == 1;
    default: return true;
    }
}

/// The options without those that do not apply to this family: a --block of two sizes is for kernels
/// that march, one of one or three sizes for the others, and only marching kernels have --planes.
KernelOptions for_family(KernelOptions options, KernelFamily family) {
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

void run_analytics_compare(const KernelOptions& options) {
    const Format format = format_named(options.format);
    if (options.planes && options.axes.value_or(3) != 3) {
        throw BadInput("--planes needs 3 axes: on fewer, no kernel marches along z.");
    }
    // The basic kernel refuses the sizes that every kernel refuses.
    KernelOptions without_block = options;
    without_block.block.reset();
    const KernelModel basic =
        model_of(for_family(without_block, KernelFamily::basic), KernelFamily::basic);
    std::vector<NamedKernel> kernels;
    std::vector<std::string> refusals;
    for (const KernelFamily family : all_families) {
        if (!applies(family, basic.stencil)) {
            continue;
        }
        try {
            const KernelModel model = model_of(for_family(options, family), family);
            kernels.push_back({std::string(typed_name(family)), model, traffic(model)});
        } catch (const BadInput& error) {
            // The basic kernel, and those that the option is meant for, must accept it.
            const KernelOptions own = for_family(options, family);
            if (family == KernelFamily::basic || (marches(family) && (own.block || own.planes))) {
                throw;
            }
            refusals.push_back(fmt::format("Without {}: {}", typed_name(family), error.what()));
        }
    }
    std::vector<Table> tables{launch_table(kernels), tile_table(kernels), traffic_table(kernels),
                              intensity_table(kernels)};
    tables.front().title += ": " + setting(basic, options);
    auto& notes = tables.front().notes;
    notes.insert(notes.end(), refusals.begin(), refusals.end());
    std::fputs(render(tables, format).c_str(), stdout);
}

void add_analytics_compare_command(CommandBuilder& app, Session& /*session*/) {
    const auto options = std::make_shared<KernelOptions>();
    CommandBuilder command = app.add_command("compare", "Show the kernels of a sweep side by side");
    add_kernel_options(command, *options);
    command.footer("Example: what a stencil of order 2 changes\n"
                   "  ./lab analytics compare --order 2 --block 16x8x8");
    command.action([options] { run_analytics_compare(*options); });
}

const RegisteredCommand registered_analytics_compare(40, add_analytics_compare_command,
                                                     "analytics");

} // namespace

} // namespace kit

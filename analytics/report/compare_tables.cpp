#include "analytics/report/compare_tables.hpp"

#include "analytics/block_notes.hpp"
#include "analytics/notation.hpp"

#include <fmt/format.h>

#include <functional>

namespace analytics {

namespace {

using CellsOfKernel = std::function<std::vector<Cell>(const NamedKernel&)>;

constexpr int ratio_digits = 3;

/// A table whose rows are the kernel's name and what `cells` says of it.
Table rows_of(const std::vector<NamedKernel>& kernels, std::string key, std::string title,
              std::vector<Column> columns, const CellsOfKernel& cells) {
    Table table;
    table.key = std::move(key);
    table.title = std::move(title);
    table.columns = std::move(columns);
    table.columns.insert(table.columns.begin(), {"kernel", "kernel", false});
    for (const NamedKernel& kernel : kernels) {
        std::vector<Cell> row = cells(kernel);
        row.insert(row.begin(), Cell(kernel.name));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string block_text(const KernelModel& model) {
    return shape_text(model.block, block_axes(model));
}

Table launch_table(const std::vector<NamedKernel>& kernels) {
    Table table =
        rows_of(kernels, "launch", "Blocks and threads",
                {{"block", "block", false},
                 {"textbook_blocks", "textbook's blocks"},
                 {"least_blocks", "least"},
                 {"threads", "threads"},
                 {"active_threads", "active"}},
                [](const NamedKernel& kernel) -> std::vector<Cell> {
                    const Traffic& counts = kernel.counts;
                    return {block_text(kernel.model), total(counts.textbook_blocks),
                            total(counts.least_blocks), counts.threads, counts.active_threads};
                });
    for (const NamedKernel& kernel : kernels) {
        for (const std::string& note : block_count_notes(kernel.model, kernel.counts)) {
            table.notes.push_back(fmt::format("{}: {}", kernel.name, note));
        }
    }
    return table;
}

Table tile_table(const std::vector<NamedKernel>& kernels) {
    Table table = rows_of(kernels, "tile", "One block away from the grid's edge",
                          {{"output_tile", "output tile", false},
                           {"input_tile", "input tile", false},
                           {"halo_percent", "halo, %"},
                           {"loads", "loads"},
                           {"never_read", "never read"},
                           {"shared_bytes", "shared bytes"}},
                          [](const NamedKernel& kernel) -> std::vector<Cell> {
                              const Tile& tile = kernel.counts.tile;
                              const int axes = kernel.model.stencil.axes;
                              // A basic kernel has no tile that holds a halo.
                              const bool has_tile = kernel.model.family != Family::basic;
                              return {shape_text(tile.output, axes),
                                      has_tile ? Cell(shape_text(tile.input, axes)) : Cell("none"),
                                      Cell(tile.halo_share * 100, 1),
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
                          [](const NamedKernel& kernel) -> std::vector<Cell> {
                              const Traffic& counts = kernel.counts;
                              return {counts.loads, counts.stores, counts.load_bytes,
                                      counts.store_bytes, Cell(counts.reuse, ratio_digits)};
                          });
    table.notes = {"Reuse is how many times as much the basic kernel loads for the same points."};
    return table;
}

std::vector<Cell> ratios(const Intensity& intensity) {
    const auto cell = [](const Rational& ratio) { return Cell(ratio, ratio_digits); };
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
    std::vector<Cell> bound = ratios(kernels.front().counts.upper_bound);
    bound.insert(bound.begin(), Cell("upper bound"));
    table.rows.push_back(std::move(bound));
    return table;
}

} // namespace

std::vector<Table> compare_tables(const std::vector<NamedKernel>& kernels) {
    return {launch_table(kernels), tile_table(kernels), traffic_table(kernels),
            intensity_table(kernels)};
}

} // namespace analytics

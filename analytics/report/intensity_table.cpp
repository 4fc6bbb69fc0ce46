#include "analytics/report/intensity_table.hpp"

#include "analytics/notation.hpp"

#include <fmt/format.h>

namespace analytics {

namespace {

constexpr int ratio_digits = 3;

/// OP/B of one thing: by 2p − 1 and 2p operations, over loads alone and with the stores.
void add_intensity(Table& table, const std::string& of, const Operations& operations,
                   std::int64_t load_bytes, std::int64_t store_bytes, const Intensity& intensity) {
    const auto add = [&](const char* convention, std::int64_t count, const OpsPerByte& ratios) {
        table.rows.push_back({of, convention, "loads",
                              fmt::format("{}/{}", grouped(count), grouped(load_bytes)),
                              Cell(ratios.loads_only, ratio_digits)});
        table.rows.push_back(
            {of, convention, "loads, stores",
             fmt::format("{}/({} + {})", grouped(count), grouped(load_bytes), grouped(store_bytes)),
             Cell(ratios.loads_and_stores, ratio_digits)});
    };
    add("2p − 1", operations.separate, intensity.separate);
    add("2p", operations.fused, intensity.fused);
}

} // namespace

Table intensity_table(const KernelModel& model, const Traffic& counts) {
    Table table;
    table.key = "ops_per_byte";
    table.title = "Operations for each byte (OP/B)";
    table.columns = {{"of", "of", false},
                     {"operations", "operations", false},
                     {"bytes", "bytes", false},
                     {"formula", "formula", false},
                     {"value", "OP/B"}};
    const Tile& tile = counts.tile;
    const std::int64_t bytes = model.element_bytes;
    add_intensity(table, "a block", operations(model.stencil, tile.output_cells),
                  tile.loads * bytes, tile.output_cells * bytes, tile.ops_per_byte);
    add_intensity(table, "the launch", counts.operations, counts.load_bytes, counts.store_bytes,
                  counts.ops_per_byte);
    add_intensity(table, "upper bound", operations(model.stencil, 1), bytes, bytes,
                  counts.upper_bound);
    table.notes = {"The block is one away from the grid's edge, as in the textbook; the launch has "
                   "the edge in it. The upper bound is that of a kernel that loads every element "
                   "once."};
    return table;
}

} // namespace analytics

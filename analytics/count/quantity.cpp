#include "analytics/count/quantity.hpp"

#include "checker/base/layout.hpp"

#include <algorithm>

namespace kit {

std::vector<Quantity> quantities(const Traffic& counts) {
    const Tile& tile = counts.tile;
    return {
        {"textbook-blocks", "textbook's blocks", 0, total(counts.textbook_blocks), true},
        {"blocks", "least blocks", 0, counts.total_blocks, true},
        {"threads", "threads", 0, counts.threads, true},
        {"active-threads", "active threads", 0, counts.active_threads, true},
        {"halo-share", "halo of the tile, %", 1, tile.halo_share * 100, true},
        {"tile-loads", "loads of a block", 0, tile.loads, true},
        {"never-read", "of these never read", 0, tile.never_read, true},
        {"shared-bytes", "shared bytes", 0, counts.shared_bytes_per_block, true},
        {"loads", "loads", 0, counts.loads, true},
        {"stores", "stores", 0, counts.stores, true},
        {"load-bytes", "bytes loaded", 0, counts.load_bytes, true},
        {"store-bytes", "bytes stored", 0, counts.store_bytes, true},
        {"reuse", "reuse, times", 3, counts.reuse, true},
        {"op-per-byte", "OP/B: 2p − 1, loads", 3, counts.ops_per_byte.separate.loads_only, true},
        {"op-per-byte-with-stores", "2p − 1, and stores", 3,
         counts.ops_per_byte.separate.loads_and_stores, true},
        {"fused-op-per-byte", "2p, loads", 3, counts.ops_per_byte.fused.loads_only, true},
        {"fused-op-per-byte-with-stores", "2p, and stores", 3,
         counts.ops_per_byte.fused.loads_and_stores, true},
        {"tile-op-per-byte", "OP/B of a block (2p − 1, loads)", 3,
         tile.ops_per_byte.separate.loads_only},
        {"tile-op-per-byte-with-stores", "OP/B of a block, loads and stores", 3,
         tile.ops_per_byte.separate.loads_and_stores},
        {"bound-op-per-byte", "OP/B where each cell is loaded once", 3,
         counts.upper_bound.separate.loads_only},
        {"bound-op-per-byte-with-stores", "the same, loads and stores", 3,
         counts.upper_bound.separate.loads_and_stores},
        {"blocks-x", "blocks along x", 0, counts.blocks.x},
        {"blocks-y", "blocks along y", 0, counts.blocks.y},
        {"blocks-z", "blocks along z", 0, counts.blocks.z},
        {"least-blocks-x", "the fewest blocks along x that suffice", 0, counts.least_blocks.x},
        {"textbook-blocks-x", "the textbook's blocks along x", 0, counts.textbook_blocks.x},
        {"threads-per-block", "threads of a block", 0, counts.threads_per_block},
        {"warps-per-block", "warps of a block", 0, counts.warp_requests.requests},
        {"idle-threads", "threads that compute nothing", 0, counts.threads - counts.active_threads},
        {"output-points", "output points", 0, counts.output_points},
        {"load-slots", "loads, edge not clipped", 0, counts.load_slots},
        {"operations", "operations, 2p − 1 a point", 0, counts.operations.separate},
        {"fused-operations", "operations, 2p a point", 0, counts.operations.fused},
        {"tile-cells", "cells of the input tile", 0, tile.input_cells},
        {"tile-outputs", "cells of the output tile", 0, tile.output_cells},
        {"tile-input-x", "input tile along x", 0, tile.input.x},
        {"tile-output-x", "output tile along x", 0, tile.output.x},
        {"tile-reuse", "reuse in a block, times", 3, tile.reuse}};
}

std::vector<std::string> quantity_names() {
    std::vector<std::string> names;
    for (const Quantity& quantity : quantities({})) {
        names.emplace_back(quantity.name);
    }
    return names;
}

Quantity quantity_named(const Traffic& counts, std::string_view name) {
    const std::vector<Quantity> known = quantities(counts);
    const auto found =
        std::ranges::find_if(known, [&](const Quantity& each) { return each.name == name; });
    if (found == known.end()) {
        throw BadInput("There is no figure '{}'; the figures are {}.", name,
                       join(quantity_names(), ", ", " and "));
    }
    return *found;
}

} // namespace kit

#include "analytics/traffic.hpp"

namespace analytics {

namespace {

template <typename CountOfAxis>
Extents for_each_axis(const KernelModel& model, CountOfAxis count) {
    Extents counts;
    for (int axis = 0; axis < model.stencil.axes; ++axis) {
        counts[axis] = count(divided_axis(model, axis), axis);
    }
    return counts;
}

Rational ratio(std::int64_t operations, std::int64_t bytes) {
    return bytes == 0 ? Rational(0) : Rational(operations, bytes);
}

Intensity intensity(const Operations& operations, std::int64_t load_bytes,
                    std::int64_t store_bytes) {
    const std::int64_t all_bytes = checked_add(load_bytes, store_bytes);
    return {{ratio(operations.separate, load_bytes), ratio(operations.separate, all_bytes)},
            {ratio(operations.fused, load_bytes), ratio(operations.fused, all_bytes)}};
}

Tile tile_of(const KernelModel& model) {
    Tile tile;
    const bool tiled = model.family != Family::basic;
    tile.output = for_each_axis(model, [](const Axis& axis, int) { return axis.tile; });
    tile.input = for_each_axis(model, [&](const Axis& axis, int) {
        return tiled ? checked_add(axis.tile, checked_mul(2, axis.reach)) : axis.tile;
    });
    tile.output_cells = total(tile.output);
    tile.input_cells = total(tile.input);
    tile.loads = tiled ? tile.input_cells : checked_mul(points(model.stencil), tile.output_cells);
    tile.halo_share = Rational(1) - Rational(tile.output_cells, tile.input_cells);
    tile.ops_per_byte = intensity(operations(model.stencil, tile.output_cells),
                                  checked_mul(tile.loads, model.element_bytes),
                                  checked_mul(tile.output_cells, model.element_bytes));
    return tile;
}

std::int64_t shared_bytes(const KernelModel& model, const Tile& tile) {
    const std::int64_t plane = checked_product({tile.input.x, tile.input.y, model.element_bytes});
    switch (model.family) {
    case Family::basic: return 0;
    case Family::shared_memory_tiled: return checked_mul(tile.input_cells, model.element_bytes);
    case Family::coarsened:
        return checked_mul(checked_add(checked_mul(2, model.stencil.order), 1), plane);
    case Family::register_tiled: return plane;
    }
    return 0;
}

void count_blocks(const KernelModel& model, Traffic& result) {
    const bool tiled = model.family != Family::basic;
    result.textbook_blocks = for_each_axis(model, [&](const Axis& axis, int) {
        return tiled ? textbook_blocks_per_tile(axis) : textbook_blocks_per_cell(axis);
    });
    result.least_blocks =
        for_each_axis(model, [](const Axis& axis, int) { return least_blocks(axis); });
    result.blocks = model.blocks.value_or(tiled ? result.least_blocks : result.textbook_blocks);
    result.total_blocks = total(result.blocks);
    result.threads_per_block = total(model.block);
    result.threads = checked_mul(result.total_blocks, result.threads_per_block);
}

void count_elements(const KernelModel& model, Traffic& result) {
    result.output_extents =
        for_each_axis(model, [](const Axis& axis, int) { return output_points(axis); });
    result.output_points = total(result.output_extents);
    result.stores = total(for_each_axis(model, [&](const Axis& axis, int number) {
        return covered_points(axis, result.blocks[number]);
    }));
    if (model.family == Family::basic) {
        // Only threads that compute load, and their stencils lie on the grid.
        result.loads = checked_mul(points(model.stencil), result.stores);
        result.load_slots = result.loads;
    } else {
        result.load_slots = checked_mul(result.total_blocks, result.tile.input_cells);
        result.loads = total(for_each_axis(model, [&](const Axis& axis, int number) {
            return loaded_cells(axis, result.blocks[number]);
        }));
    }
}

} // namespace

Axis divided_axis(const KernelModel& model, int axis) {
    if (axis >= model.stencil.axes) {
        return {};
    }
    const std::int64_t reach = model.stencil.order;
    std::int64_t tile = model.block[axis];
    if (model.family != Family::basic) {
        tile = checked_sub(tile, checked_mul(2, reach));
    }
    if (marches(model.family) && axis == 2) {
        tile = model.planes_per_block.value_or(divided_axis(model, 0).tile);
    }
    return {model.grid[axis], reach, tile};
}

Traffic traffic(const KernelModel& model) {
    check(model);
    Traffic result;
    result.tile = tile_of(model);
    result.shared_bytes_per_block = shared_bytes(model, result.tile);
    count_blocks(model, result);
    count_elements(model, result);
    result.load_bytes = checked_mul(result.loads, model.element_bytes);
    result.store_bytes = checked_mul(result.stores, model.element_bytes);
    result.operations = operations(model.stencil, result.stores);
    result.ops_per_byte = intensity(result.operations, result.load_bytes, result.store_bytes);
    return result;
}

} // namespace analytics

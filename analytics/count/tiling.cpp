#include "analytics/count/tiling.hpp"

#include "analytics/count/exact.hpp"

#include <algorithm>

namespace kit {

namespace {

/// first + (first + step) + ..., `count` terms, all of one sign.
std::int64_t arithmetic_sum(std::int64_t first, std::int64_t step, std::int64_t count) {
    if (count == 0) {
        return 0;
    }
    const std::int64_t last = checked_add(first, checked_mul(step, count - 1));
    const std::int64_t ends = checked_add(first, last);
    return ends % 2 == 0 ? checked_mul(ends / 2, count) : checked_mul(ends, count / 2);
}

} // namespace

std::int64_t output_points(const TiledAxis& axis) {
    return std::max<std::int64_t>(0, checked_sub(axis.cells, checked_mul(2, axis.margin())));
}

std::int64_t least_blocks(const TiledAxis& axis) {
    return std::max<std::int64_t>(1, ceil_div(axis.cells - axis.margin(), axis.tile));
}

std::int64_t textbook_blocks_per_cell(const TiledAxis& axis) {
    return ceil_div(axis.cells, axis.tile);
}

std::int64_t textbook_blocks_per_tile(const TiledAxis& axis) {
    return std::max<std::int64_t>(1, ceil_div(output_points(axis), axis.tile));
}

std::int64_t covered_points(const TiledAxis& axis, std::int64_t blocks) {
    const std::int64_t end = std::min(axis.cells - axis.margin(), checked_mul(blocks, axis.tile));
    return std::max<std::int64_t>(0, end - axis.margin());
}

std::int64_t loaded_cells(const TiledAxis& axis, std::int64_t blocks) {
    const std::int64_t n = axis.cells;
    const std::int64_t reach = axis.reach;
    const std::int64_t tile = axis.tile;
    // Later input tiles begin past the grid's end and hold nothing of it.
    const std::int64_t holding = std::min(blocks, checked_add(n - 1, reach) / tile + 1);
    const std::int64_t slots = checked_mul(holding, checked_add(tile, checked_mul(2, reach)));

    // Tiles b < ⌈R/T⌉ hang over the low end by R − b·T cells: R, R − T, ...
    const std::int64_t low = std::min(holding, ceil_div(reach, tile));
    const std::int64_t below = arithmetic_sum(reach, -tile, low);

    // Tiles from ⌊(n − R)/T⌋ on hang over the high end by (b + 1)·T + R − n cells.
    const std::int64_t inside = n > reach ? (n - reach) / tile : 0;
    const std::int64_t high = std::max<std::int64_t>(0, holding - inside);
    const std::int64_t above =
        high == 0
            ? 0
            : arithmetic_sum(checked_add(checked_mul(inside + 1, tile), reach - n), tile, high);
    return slots - below - above;
}

std::int64_t tiled_cells(const TiledAxis& axis, std::int64_t blocks) {
    return std::min(axis.cells, checked_mul(blocks, axis.tile));
}

std::int64_t computing_blocks(const TiledAxis& axis, std::int64_t blocks) {
    if (covered_points(axis, blocks) == 0) {
        return 0;
    }
    const std::int64_t first = axis.margin() / axis.tile;
    const std::int64_t last = (axis.cells - axis.margin() - 1) / axis.tile;
    return std::min(blocks - 1, last) - first + 1;
}

} // namespace kit

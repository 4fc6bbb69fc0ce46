#include "analytics/count/traffic.hpp"

#include "checker/base/exact.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace kit {

namespace {

/// A count of each axis of the stencil; `otherwise` of the others.
template <typename CountOfAxis>
Extents for_each_axis(const KernelModel& model, std::int64_t otherwise, CountOfAxis count) {
    Extents counts{otherwise, otherwise, otherwise};
    for (int axis = 0; axis < model.stencil.axes; ++axis) {
        counts[axis] = count(divided_axis(model, axis), axis);
    }
    return counts;
}

/// 0 where the denominator is: without loads there is no operation either.
Rational ratio(std::int64_t numerator, std::int64_t denominator) {
    return denominator == 0 ? Rational(0) : Rational(numerator, denominator);
}

Intensity intensity(const Operations& operations, std::int64_t load_bytes,
                    std::int64_t store_bytes) {
    const std::int64_t all_bytes = checked_add(load_bytes, store_bytes);
    return {{ratio(operations.separate, load_bytes), ratio(operations.separate, all_bytes)},
            {ratio(operations.fused, load_bytes), ratio(operations.fused, all_bytes)}};
}

std::int64_t cells_per_face(const Extents& cells, int axis) {
    return checked_mul(cells[(axis + 1) % 3], cells[(axis + 2) % 3]);
}

/// A block of cells with the faces of its halo, which has halo[a] cells along axis a: what a star
/// with its centre in the block can read.
std::int64_t with_faces(const Extents& cells, const Extents& halo) {
    std::int64_t sum = total(cells);
    for (int axis = 0; axis < 3; ++axis) {
        sum = checked_add(sum, checked_mul(halo[axis], cells_per_face(cells, axis)));
    }
    return sum;
}

/// Input cells of a tile that an output depends on.
std::int64_t cells_read(const KernelModel& model, const Tile& tile) {
    if (model.stencil.shape == StencilShape::box) {
        return tile.input_cells;
    }
    return with_faces(tile.output, for_each_axis(model, 0, [](const TiledAxis& axis, int) {
                          return checked_mul(2, axis.reach);
                      }));
}

std::int64_t loads_of_tile(const KernelModel& model, const Tile& tile) {
    switch (model.family) {
    case KernelFamily::basic: return checked_mul(points(model.stencil), tile.output_cells);
    case KernelFamily::halo_loading: return cells_read(model, tile);
    default: return tile.input_cells;
    }
}

Tile tile_of(const KernelModel& model) {
    Tile tile;
    const bool tiled = model.family != KernelFamily::basic;
    tile.output = for_each_axis(model, 1, [](const TiledAxis& axis, int) { return axis.tile; });
    tile.input = for_each_axis(model, 1, [&](const TiledAxis& axis, int) {
        return tiled ? checked_add(axis.tile, checked_mul(2, axis.reach)) : axis.tile;
    });
    tile.output_cells = total(tile.output);
    tile.input_cells = total(tile.input);
    tile.loads = loads_of_tile(model, tile);
    tile.never_read = tiled ? tile.loads - cells_read(model, tile) : 0;
    tile.halo_share = Rational(1) - Rational(tile.output_cells, tile.input_cells);
    tile.reuse = Rational(checked_mul(points(model.stencil), tile.output_cells), tile.loads);
    tile.ops_per_byte = intensity(operations(model.stencil, tile.output_cells),
                                  checked_mul(tile.loads, model.element_bytes),
                                  checked_mul(tile.output_cells, model.element_bytes));
    return tile;
}

std::int64_t shared_bytes(const KernelModel& model, const Tile& tile) {
    const std::int64_t plane = checked_product({tile.input.x, tile.input.y, model.element_bytes});
    switch (model.family) {
    case KernelFamily::basic: return 0;
    case KernelFamily::shared_memory_tiled:
    case KernelFamily::halo_loading:
    case KernelFamily::shared_1d: return checked_mul(tile.input_cells, model.element_bytes);
    case KernelFamily::coarsened:
        return checked_mul(checked_add(checked_mul(2, model.stencil.order), 1), plane);
    case KernelFamily::register_tiled: return plane;
    }
    return 0;
}

void count_blocks(const KernelModel& model, Traffic& result) {
    const bool per_cell = block_is_output_tile(model.family);
    result.textbook_blocks = for_each_axis(model, 1, [&](const TiledAxis& axis, int) {
        return per_cell ? textbook_blocks_per_cell(axis) : textbook_blocks_per_tile(axis);
    });
    result.least_blocks =
        for_each_axis(model, 1, [](const TiledAxis& axis, int) { return least_blocks(axis); });
    result.blocks = model.blocks.value_or(per_cell ? result.textbook_blocks : result.least_blocks);
    result.total_blocks = total(result.blocks);
    result.threads_per_block = total(model.block);
    result.threads = checked_mul(result.total_blocks, result.threads_per_block);
}

void count_elements(const KernelModel& model, Traffic& result) {
    result.output_extents =
        for_each_axis(model, 1, [](const TiledAxis& axis, int) { return output_points(axis); });
    result.output_points = total(result.output_extents);
    result.stores = total(for_each_axis(model, 1, [&](const TiledAxis& axis, int number) {
        return covered_points(axis, result.blocks[number]);
    }));
    const Extents inputs = for_each_axis(model, 1, [&](const TiledAxis& axis, int number) {
        return loaded_cells(axis, result.blocks[number]);
    });
    // Threads that compute a point of the basic kernel load its stencil, which lies on the grid or
    // is moved onto it.
    result.load_slots = model.family == KernelFamily::basic
                            ? checked_mul(points(model.stencil), result.stores)
                            : checked_mul(result.total_blocks, result.tile.loads);
    switch (model.family) {
    case KernelFamily::basic: result.loads = result.load_slots; break;
    case KernelFamily::halo_loading: {
        const Extents own = for_each_axis(model, 1, [&](const TiledAxis& axis, int number) {
            return tiled_cells(axis, result.blocks[number]);
        });
        result.loads = with_faces(own, {inputs.x - own.x, inputs.y - own.y, inputs.z - own.z});
        break;
    }
    default: result.loads = total(inputs); break;
    }
}

void count_active_threads(const KernelModel& model, Traffic& result) {
    result.active_threads = total(for_each_axis(model, 1, [&](const TiledAxis& axis, int number) {
        const bool one_thread_for_all = marches(model.family) && number == 2;
        return one_thread_for_all ? computing_blocks(axis, result.blocks[number])
                                  : covered_points(axis, result.blocks[number]);
    }));
}

std::string index_range(std::int64_t first, std::int64_t last) {
    return first == last ? "index " + thousands(first)
                         : fmt::format("indices {} to {}", thousands(first), thousands(last));
}

/// Explains along one axis why the two counts of blocks differ, without the axis's name, so that axes
/// can share a sentence; empty where the counts agree.
std::string block_difference(const KernelModel& model, const Traffic& counts, int axis) {
    const TiledAxis divided = divided_axis(model, axis);
    const std::int64_t textbook = counts.textbook_blocks[axis];
    const std::int64_t least = counts.least_blocks[axis];
    if (textbook < least) {
        const std::int64_t end = textbook * divided.tile;
        return fmt::format("the textbook's {} tiles of {}, the first of which begins with a "
                           "boundary cell, end at index {} and leave {} uncomputed: {} are needed.",
                           thousands(textbook), thousands(divided.tile), thousands(end - 1),
                           index_range(end, divided.cells - divided.margin() - 1),
                           thousands(least));
    }
    if (textbook > least) {
        return fmt::format("the first {} of the textbook's {} blocks are enough; the others cover "
                           "only boundary cells.",
                           thousands(least), thousands(textbook));
    }
    return "";
}

} // namespace

TiledAxis divided_axis(const KernelModel& model, int axis) {
    if (axis >= model.stencil.axes) {
        return {};
    }
    const std::int64_t reach = model.stencil.order;
    std::int64_t tile = model.block[axis];
    if (!block_is_output_tile(model.family)) {
        tile = checked_sub(tile, checked_mul(2, reach));
    }
    if (marches(model.family) && axis == 2) {
        tile = model.planes_per_block.value_or(divided_axis(model, 0).tile);
    }
    return {model.grid[axis], reach, tile, model.every_cell};
}

Traffic traffic(const KernelModel& model) {
    check(model);
    Traffic result;
    result.tile = tile_of(model);
    result.shared_bytes_per_block = shared_bytes(model, result.tile);
    count_blocks(model, result);
    count_elements(model, result);
    count_active_threads(model, result);
    result.warp_requests = warp_requests(model.block, model.element_bytes);
    result.load_bytes = checked_mul(result.loads, model.element_bytes);
    result.store_bytes = checked_mul(result.stores, model.element_bytes);
    result.operations = operations(model.stencil, result.stores);
    result.ops_per_byte = intensity(result.operations, result.load_bytes, result.store_bytes);
    result.upper_bound =
        intensity(operations(model.stencil, 1), model.element_bytes, model.element_bytes);
    result.reuse = ratio(checked_mul(points(model.stencil), result.stores), result.loads);
    return result;
}

std::vector<std::string> block_count_notes(const KernelModel& model, const Traffic& counts) {
    const std::array<std::string, 3> axes{block_difference(model, counts, 0),
                                          block_difference(model, counts, 1),
                                          block_difference(model, counts, 2)};
    std::vector<std::string> notes;
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_repeated =
            std::find(axes.begin(), axes.begin() + axis, axes[axis]) != axes.begin() + axis;
        if (axes[axis].empty() || is_repeated) {
            continue;
        }
        std::string letters(1, axis_name(axis));
        for (int other = axis + 1; other < 3; ++other) {
            if (axes[other] == axes[axis]) {
                letters += fmt::format(", {}", axis_name(other));
            }
        }
        notes.push_back(fmt::format("Along {} {}", letters, axes[axis]));
    }
    return notes;
}

std::string shared_memory_note(const Traffic& counts) {
    if (counts.shared_bytes_per_block <= most_plain_shared_bytes) {
        return "";
    }
    return fmt::format(
        "A block's {} bytes of shared memory are more than the 48 KB ({} bytes) that "
        "a block gets by default.",
        thousands(counts.shared_bytes_per_block), thousands(most_plain_shared_bytes));
}

std::string launch_limit_note(const KernelModel& model, const Traffic& counts) {
    constexpr std::int64_t most_threads_along_z = 64;
    constexpr Extents most_blocks{2147483647, 65535, 65535};
    std::string limits;
    const auto add = [&limits](std::string_view what, int axis, std::int64_t has,
                               std::int64_t most) {
        if (has > most) {
            limits += fmt::format("{}{} {} along {}, not {}", limits.empty() ? "" : "; ",
                                  thousands(most), what, axis_name(axis), thousands(has));
        }
    };
    add("threads", 2, model.block.z, most_threads_along_z);
    for (int axis = 0; axis < 3; ++axis) {
        add("blocks", axis, counts.blocks[axis], most_blocks[axis]);
    }
    return limits.empty() ? "" : fmt::format("CUDA refuses this launch: at most {}.", limits);
}

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

WarpRequests warp_requests(const Extents& block, int element_bytes) {
    const std::int64_t threads = total(block);
    // Elements begin at multiples of their size, so a row begins at one of these bytes of a sector.
    const std::int64_t step = std::gcd(sector_bytes, std::int64_t{element_bytes});
    std::vector<std::int64_t> sectors(static_cast<std::size_t>(sector_bytes / step));
    WarpRequests result;
    result.requests = ceil_div(threads, warp_threads);
    for (std::int64_t first = 0; first < threads; first += warp_threads) {
        const std::int64_t end = std::min(first + warp_threads, threads);
        for (std::int64_t piece = first; piece < end;) {
            const std::int64_t next = std::min((piece / block.x + 1) * block.x, end);
            ++result.rows;
            std::int64_t begin = piece % block.x * element_bytes; // from where the row begins
            for (std::int64_t& count : sectors) {
                const std::int64_t last = begin + (next - piece) * element_bytes - 1;
                count += last / sector_bytes - begin / sector_bytes + 1;
                begin += step;
            }
            piece = next;
        }
    }
    const auto [least, most] = std::ranges::minmax_element(sectors);
    result.least_sectors = *least;
    result.most_sectors = *most;
    return result;
}

} // namespace kit

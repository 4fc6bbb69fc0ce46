#include "analytics/tables/kernel_tables.hpp"

#include "analytics/count/traffic.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <utility>

namespace kit {

namespace {

/// A kernel with its counts, and the table's rows so far.
struct KernelRows {
    const KernelModel& model;
    const Traffic& counts;
    std::vector<std::vector<TableCell>> rows;

    void add(std::string quantity, std::string formula, TableCell value, std::string unit) {
        rows.push_back(
            {std::move(quantity), std::move(formula), std::move(value), std::move(unit)});
    }
};

/// The product of a formula over the stencil's axes: "(120 − 2·1)³", "(32 − 2·1)²·16".
template <typename FormulaOfAxis>
std::string over_axes(const KernelModel& model, FormulaOfAxis of) {
    const int axes = model.stencil.axes;
    std::string text;
    for (int axis = 0; axis < axes;) {
        const std::string formula = of(axis);
        int alike = 1;
        while (axis + alike < axes && of(axis + alike) == formula) {
            ++alike;
        }
        const bool is_sum = formula.find(' ') != std::string::npos &&
                            formula.find("⌈") == std::string::npos && (alike > 1 || axes > 1);
        text += axis == 0 ? "" : "·";
        text += is_sum ? "(" + formula + ")" : formula;
        text += alike == 1 ? "" : alike == 2 ? "²" : "³";
        axis += alike;
    }
    return text;
}

std::string product(std::int64_t a, std::int64_t b) {
    return thousands(a) + "·" + thousands(b);
}

/// "120 − 2·1"
std::string without_halo(std::int64_t size, int order) {
    return fmt::format("{} − 2·{}", thousands(size), order);
}

/// How many cells of an axis are output points: "120 − 2·1".
std::string outputs_of(const KernelModel& model, std::int64_t cells) {
    return model.every_cell ? thousands(cells) : without_halo(cells, model.stencil.order);
}

void add_points(KernelRows& all) {
    const Stencil& stencil = all.model.stencil;
    all.add("points of the stencil",
            stencil.shape == StencilShape::star
                ? fmt::format("2·{}·{} + 1", stencil.axes, stencil.order)
                : over_axes(all.model, [&](int) { return fmt::format("2·{} + 1", stencil.order); }),
            points(stencil), "points");
    all.add(
        "output points",
        over_axes(all.model, [&](int axis) { return outputs_of(all.model, all.model.grid[axis]); }),
        all.counts.output_points, "points");
}

void add_blocks(KernelRows& all) {
    const KernelModel& model = all.model;
    const Traffic& counts = all.counts;
    const bool per_cell = block_is_output_tile(model.family);
    all.add("blocks, textbook",
            over_axes(model,
                      [&](int axis) {
                          const TiledAxis divided = divided_axis(model, axis);
                          const std::string cells =
                              per_cell || model.every_cell
                                  ? thousands(divided.cells)
                                  : "(" + without_halo(divided.cells, model.stencil.order) + ")";
                          return fmt::format("⌈{}/{}⌉", cells, thousands(divided.tile));
                      }),
            total(counts.textbook_blocks), "blocks");
    all.add("blocks, least",
            over_axes(model,
                      [&](int axis) {
                          const TiledAxis divided = divided_axis(model, axis);
                          return model.every_cell
                                     ? fmt::format("⌈{}/{}⌉", thousands(divided.cells),
                                                   thousands(divided.tile))
                                     : fmt::format("⌈({} − {})/{}⌉", thousands(divided.cells),
                                                   divided.reach, thousands(divided.tile));
                      }),
            total(counts.least_blocks), "blocks");
    all.add("blocks launched", product_text(counts.blocks, model.stencil.axes), counts.total_blocks,
            "blocks");
    all.add("threads of a block", product_text(model.block, block_axes(model)),
            counts.threads_per_block, "threads");
    all.add("threads", product(counts.total_blocks, counts.threads_per_block), counts.threads,
            "threads");
    all.add("active threads",
            over_axes(model,
                      [&](int axis) {
                          const TiledAxis divided = divided_axis(model, axis);
                          const bool marched = marches(model.family) && axis == 2;
                          return thousands(marched ? computing_blocks(divided, counts.blocks[axis])
                                                   : covered_points(divided, counts.blocks[axis]));
                      }),
            counts.active_threads, "threads");
}

/// Cells and the faces of their halo, which has halo[a] cells along axis a: "512 + 6·64".
std::string with_faces(const KernelModel& model, const Extents& cells, const Extents& halo) {
    const int axes = model.stencil.axes;
    const auto face = [&](int axis) { return total(cells) / cells[axis]; };
    std::string text = thousands(total(cells));
    for (int axis = 0; axis < axes;) {
        std::int64_t faces = halo[axis];
        const std::int64_t cells_of_face = face(axis);
        while (++axis < axes && face(axis) == cells_of_face) {
            faces += halo[axis];
        }
        text += " + " + product(faces, cells_of_face);
    }
    return text;
}

std::string loads_of_tile(const KernelModel& model, const Tile& tile) {
    switch (model.family) {
    case KernelFamily::basic: return product(points(model.stencil), tile.output_cells);
    case KernelFamily::halo_loading:
        return with_faces(model, tile.output,
                          {tile.input.x - tile.output.x, tile.input.y - tile.output.y,
                           tile.input.z - tile.output.z});
    default: return product_text(tile.input, model.stencil.axes);
    }
}

std::string shared_formula(const KernelModel& model, const Tile& tile) {
    const std::string plane = fmt::format("{}·{}·{}", thousands(tile.input.x),
                                          thousands(tile.input.y), model.element_bytes);
    switch (model.family) {
    case KernelFamily::basic: return "";
    case KernelFamily::coarsened: return fmt::format("(2·{} + 1)·{}", model.stencil.order, plane);
    case KernelFamily::register_tiled: return plane;
    default: return product(tile.input_cells, model.element_bytes);
    }
}

void add_tile(KernelRows& all) {
    const KernelModel& model = all.model;
    const Traffic& counts = all.counts;
    const Tile& tile = counts.tile;
    const int order = model.stencil.order;
    all.add("output tile",
            over_axes(model,
                      [&](int axis) {
                          const bool has_halo = !block_is_output_tile(model.family) &&
                                                !(marches(model.family) && axis == 2);
                          return has_halo ? without_halo(model.block[axis], order)
                                          : thousands(tile.output[axis]);
                      }),
            tile.output_cells, "cells");
    if (model.family != KernelFamily::basic) {
        all.add("input tile",
                over_axes(model,
                          [&](int axis) {
                              return fmt::format("{} + 2·{}", thousands(tile.output[axis]), order);
                          }),
                tile.input_cells, "cells");
        all.add("halo share of the input tile",
                fmt::format("1 − {}/{}", thousands(tile.output_cells), thousands(tile.input_cells)),
                TableCell(tile.halo_share * 100, 1), "%");
    }
    all.add("loads of a block", loads_of_tile(model, tile), tile.loads, "elements");
    if (model.family != KernelFamily::basic) {
        all.add(
            "of these never read",
            fmt::format("{} − {}", thousands(tile.loads), thousands(tile.loads - tile.never_read)),
            tile.never_read, "elements");
    }
    all.add("reuse in a block",
            fmt::format("{}·{}/{}", thousands(points(model.stencil)), thousands(tile.output_cells),
                        thousands(tile.loads)),
            TableCell(tile.reuse, ratio_digits), "times");
    all.add("shared memory of a block", shared_formula(model, tile), counts.shared_bytes_per_block,
            "bytes");
}

std::string launch_loads(const KernelModel& model, const Traffic& counts) {
    if (model.family == KernelFamily::basic) {
        return product(points(model.stencil), counts.stores);
    }
    if (model.family == KernelFamily::halo_loading) {
        Extents own;
        Extents halo;
        for (int axis = 0; axis < model.stencil.axes; ++axis) {
            const TiledAxis divided = divided_axis(model, axis);
            own[axis] = tiled_cells(divided, counts.blocks[axis]);
            halo[axis] = loaded_cells(divided, counts.blocks[axis]) - own[axis];
        }
        return with_faces(model, own, halo);
    }
    return over_axes(model, [&](int axis) {
        const TiledAxis divided = divided_axis(model, axis);
        const std::int64_t blocks = counts.blocks[axis];
        const std::int64_t slots = blocks * counts.tile.input[axis];
        const std::int64_t beyond = slots - loaded_cells(divided, blocks);
        return product(blocks, counts.tile.input[axis]) +
               (beyond == 0 ? "" : " − " + thousands(beyond));
    });
}

void add_launch(KernelRows& all) {
    const KernelModel& model = all.model;
    const Traffic& counts = all.counts;
    if (model.family != KernelFamily::basic) {
        all.add("loads, edge not clipped", product(counts.total_blocks, counts.tile.loads),
                counts.load_slots, "elements");
    }
    all.add("loads", launch_loads(model, counts), counts.loads, "elements");
    all.add("stores",
            over_axes(model,
                      [&](int axis) {
                          return thousands(
                              covered_points(divided_axis(model, axis), counts.blocks[axis]));
                      }),
            counts.stores, "elements");
    all.add("reuse",
            fmt::format("{}·{}/{}", thousands(points(model.stencil)), thousands(counts.stores),
                        thousands(counts.loads)),
            TableCell(counts.reuse, ratio_digits), "times");
    all.add("bytes loaded", product(counts.loads, model.element_bytes), counts.load_bytes, "bytes");
    all.add("bytes stored", product(counts.stores, model.element_bytes), counts.store_bytes,
            "bytes");
    const std::string p = thousands(points(model.stencil));
    all.add("operations, 2p − 1 a point", fmt::format("(2·{} − 1)·{}", p, thousands(counts.stores)),
            counts.operations.separate, "OP");
    all.add("operations, 2p a point", fmt::format("2·{}·{}", p, thousands(counts.stores)),
            counts.operations.fused, "OP");
}

void add_warps(KernelRows& all) {
    const WarpRequests& warps = all.counts.warp_requests;
    const auto add_mean = [&](const char* quantity, std::int64_t sum, const char* unit) {
        all.add(quantity, fmt::format("{}/{}", thousands(sum), thousands(warps.requests)),
                TableCell(Rational(sum, warps.requests), ratio_digits), unit);
    };
    all.add("warps of a block",
            fmt::format("⌈{}/{}⌉", thousands(all.counts.threads_per_block), warp_threads),
            warps.requests, "warps");
    add_mean("rows in a warp's request", warps.rows, "rows");
    add_mean("sectors in a request, least", warps.least_sectors, "sectors");
    add_mean("sectors in a request, most", warps.most_sectors, "sectors");
}

std::vector<std::string> notes(const KernelModel& model, const Traffic& counts) {
    std::vector<std::string> sentences = block_count_notes(model, counts);
    for (std::string note : {shared_memory_note(counts), launch_limit_note(model, counts)}) {
        if (!note.empty()) {
            sentences.push_back(std::move(note));
        }
    }
    sentences.emplace_back(
        "Reuse: the basic kernel's loads for the same points, over this kernel's loads.");
    sentences.emplace_back(
        "A request is one load by all threads of a warp, in a block away from the grid's edge. It "
        "takes the fewest or the most sectors of 32 bytes by where in a sector the rows begin. "
        "That place is taken to be the same for all, and different rows to lie in different "
        "sectors.");
    return sentences;
}

/// OP/B of one thing: by 2p − 1 and 2p operations, over loads alone and with the stores.
void add_intensity(Table& table, const std::string& of, const Operations& operations,
                   std::int64_t load_bytes, std::int64_t store_bytes, const Intensity& intensity) {
    const auto add = [&](const char* convention, std::int64_t count,
                         const ExactOpsPerByte& ratios) {
        table.rows.push_back({of, convention, "loads",
                              fmt::format("{}/{}", thousands(count), thousands(load_bytes)),
                              TableCell(ratios.loads_only, ratio_digits)});
        table.rows.push_back({of, convention, "loads, stores",
                              fmt::format("{}/({} + {})", thousands(count), thousands(load_bytes),
                                          thousands(store_bytes)),
                              TableCell(ratios.loads_and_stores, ratio_digits)});
    };
    add("2p − 1", operations.separate, intensity.separate);
    add("2p", operations.fused, intensity.fused);
}

/// OP/B of a block, of the launch and of the upper bound, by all conventions that texts use: 2p − 1 and 2p
/// operations for each point, over the bytes loaded alone and with those stored.
Table intensity_table(const KernelModel& model, const Traffic& counts) {
    Table table{"ops_per_byte", "Operations for each byte (OP/B)",
                columns("of | operations | bytes | formula | value: OP/B >")};
    const Tile& tile = counts.tile;
    const std::int64_t bytes = model.element_bytes;
    add_intensity(table, "a block", operations(model.stencil, tile.output_cells),
                  tile.loads * bytes, tile.output_cells * bytes, tile.ops_per_byte);
    add_intensity(table, "the launch", counts.operations, counts.load_bytes, counts.store_bytes,
                  counts.ops_per_byte);
    add_intensity(table, "upper bound", operations(model.stencil, 1), bytes, bytes,
                  counts.upper_bound);
    table.notes = {
        "The block lies away from the grid's edge, as in the textbook; the launch includes "
        "the edge. The upper bound is that of a kernel that loads every element once."};
    return table;
}

} // namespace

std::vector<Table> kernel_tables(const KernelModel& model) {
    const Traffic counts = traffic(model);
    KernelRows all{model, counts, {}};
    add_points(all);
    add_blocks(all);
    add_tile(all);
    add_launch(all);
    add_warps(all);
    Table table{"kernel", "", columns("figure | formula | value > | unit")};
    table.rows = std::move(all.rows);
    table.notes = notes(model, counts);
    return {table, intensity_table(model, counts)};
}

} // namespace kit

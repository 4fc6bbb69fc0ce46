#include "analytics/report/kernel_tables.hpp"

#include "analytics/block_notes.hpp"
#include "analytics/derivation.hpp"
#include "analytics/notation.hpp"
#include "analytics/report/intensity_table.hpp"
#include "analytics/traffic.hpp"

#include <fmt/format.h>

#include <utility>

namespace analytics {

namespace {

constexpr int ratio_digits = 3;

/// A kernel, its counts and the rows that tell of them.
struct Telling {
    const KernelModel& model;
    const Traffic& counts;
    std::vector<std::vector<Cell>> rows;

    void add(std::string figure, std::string formula, Cell value, std::string unit) {
        rows.push_back({std::move(figure), std::move(formula), std::move(value), std::move(unit)});
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
    return grouped(a) + "·" + grouped(b);
}

void tell_points(Telling& telling) {
    const Stencil& stencil = telling.model.stencil;
    telling.add(
        "points of the stencil",
        stencil.shape == StencilShape::star
            ? fmt::format("2·{}·{} + 1", stencil.axes, stencil.order)
            : over_axes(telling.model, [&](int) { return fmt::format("2·{} + 1", stencil.order); }),
        points(stencil), "points");
    telling.add(
        "output points",
        over_axes(telling.model,
                  [&](int axis) { return without_halo(telling.model.grid[axis], stencil.order); }),
        telling.counts.output_points, "points");
}

void tell_blocks(Telling& telling) {
    const KernelModel& model = telling.model;
    const Traffic& counts = telling.counts;
    const bool per_cell = block_is_output_tile(model.family);
    telling.add("blocks, textbook",
                over_axes(model,
                          [&](int axis) {
                              const Axis divided = divided_axis(model, axis);
                              const std::string cells =
                                  per_cell
                                      ? grouped(divided.cells)
                                      : "(" + without_halo(divided.cells, model.stencil.order) +
                                            ")";
                              return fmt::format("⌈{}/{}⌉", cells, grouped(divided.tile));
                          }),
                total(counts.textbook_blocks), "blocks");
    telling.add("blocks, least",
                over_axes(model,
                          [&](int axis) {
                              const Axis divided = divided_axis(model, axis);
                              return fmt::format("⌈({} − {})/{}⌉", grouped(divided.cells),
                                                 divided.reach, grouped(divided.tile));
                          }),
                total(counts.least_blocks), "blocks");
    telling.add("blocks launched", product_text(counts.blocks, model.stencil.axes),
                counts.total_blocks, "blocks");
    telling.add("threads of a block", product_text(model.block, block_axes(model)),
                counts.threads_per_block, "threads");
    telling.add("threads", product(counts.total_blocks, counts.threads_per_block), counts.threads,
                "threads");
    telling.add("active threads",
                over_axes(model,
                          [&](int axis) {
                              const Axis divided = divided_axis(model, axis);
                              const bool marched = marches(model.family) && axis == 2;
                              return grouped(marched
                                                 ? computing_blocks(divided, counts.blocks[axis])
                                                 : covered_points(divided, counts.blocks[axis]));
                          }),
                counts.active_threads, "threads");
}

/// Cells and the faces of their halo, which has halo[a] cells along axis a: "512 + 6·64".
std::string with_faces(const KernelModel& model, const Extents& cells, const Extents& halo) {
    const int axes = model.stencil.axes;
    const auto face = [&](int axis) { return total(cells) / cells[axis]; };
    std::string text = grouped(total(cells));
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
    case Family::basic: return product(points(model.stencil), tile.output_cells);
    case Family::halo_loading:
        return with_faces(model, tile.output,
                          {tile.input.x - tile.output.x, tile.input.y - tile.output.y,
                           tile.input.z - tile.output.z});
    default: return product_text(tile.input, model.stencil.axes);
    }
}

std::string shared_formula(const KernelModel& model, const Tile& tile) {
    const std::string plane =
        fmt::format("{}·{}·{}", grouped(tile.input.x), grouped(tile.input.y), model.element_bytes);
    switch (model.family) {
    case Family::basic: return "";
    case Family::coarsened: return fmt::format("(2·{} + 1)·{}", model.stencil.order, plane);
    case Family::register_tiled: return plane;
    default: return product(tile.input_cells, model.element_bytes);
    }
}

void tell_tile(Telling& telling) {
    const KernelModel& model = telling.model;
    const Traffic& counts = telling.counts;
    const Tile& tile = counts.tile;
    const int order = model.stencil.order;
    telling.add("output tile",
                over_axes(model,
                          [&](int axis) {
                              const bool has_halo = !block_is_output_tile(model.family) &&
                                                    !(marches(model.family) && axis == 2);
                              return has_halo ? without_halo(model.block[axis], order)
                                              : grouped(tile.output[axis]);
                          }),
                tile.output_cells, "cells");
    if (model.family != Family::basic) {
        telling.add("input tile",
                    over_axes(model,
                              [&](int axis) {
                                  return fmt::format("{} + 2·{}", grouped(tile.output[axis]),
                                                     order);
                              }),
                    tile.input_cells, "cells");
        telling.add("halo share of the input tile",
                    fmt::format("1 − {}/{}", grouped(tile.output_cells), grouped(tile.input_cells)),
                    Cell(tile.halo_share * 100, 1), "%");
    }
    telling.add("loads of a block", loads_of_tile(model, tile), tile.loads, "elements");
    if (model.family != Family::basic) {
        telling.add(
            "of these never read",
            fmt::format("{} − {}", grouped(tile.loads), grouped(tile.loads - tile.never_read)),
            tile.never_read, "elements");
    }
    telling.add("reuse in a block",
                fmt::format("{}·{}/{}", grouped(points(model.stencil)), grouped(tile.output_cells),
                            grouped(tile.loads)),
                Cell(tile.reuse, ratio_digits), "times");
    telling.add("shared memory of a block", shared_formula(model, tile),
                counts.shared_bytes_per_block, "bytes");
}

std::string launch_loads(const KernelModel& model, const Traffic& counts) {
    if (model.family == Family::basic) {
        return product(points(model.stencil), counts.stores);
    }
    if (model.family == Family::halo_loading) {
        Extents own;
        Extents halo;
        for (int axis = 0; axis < model.stencil.axes; ++axis) {
            const Axis divided = divided_axis(model, axis);
            own[axis] = tiled_cells(divided, counts.blocks[axis]);
            halo[axis] = loaded_cells(divided, counts.blocks[axis]) - own[axis];
        }
        return with_faces(model, own, halo);
    }
    return over_axes(model, [&](int axis) {
        const Axis divided = divided_axis(model, axis);
        const std::int64_t blocks = counts.blocks[axis];
        const std::int64_t slots = blocks * counts.tile.input[axis];
        const std::int64_t beyond = slots - loaded_cells(divided, blocks);
        return product(blocks, counts.tile.input[axis]) +
               (beyond == 0 ? "" : " − " + grouped(beyond));
    });
}

void tell_launch(Telling& telling) {
    const KernelModel& model = telling.model;
    const Traffic& counts = telling.counts;
    if (model.family != Family::basic) {
        telling.add("loads, edge not clipped", product(counts.total_blocks, counts.tile.loads),
                    counts.load_slots, "elements");
    }
    telling.add("loads", launch_loads(model, counts), counts.loads, "elements");
    telling.add("stores",
                over_axes(model,
                          [&](int axis) {
                              return grouped(
                                  covered_points(divided_axis(model, axis), counts.blocks[axis]));
                          }),
                counts.stores, "elements");
    telling.add("reuse",
                fmt::format("{}·{}/{}", grouped(points(model.stencil)), grouped(counts.stores),
                            grouped(counts.loads)),
                Cell(counts.reuse, ratio_digits), "times");
    telling.add("bytes loaded", product(counts.loads, model.element_bytes), counts.load_bytes,
                "bytes");
    telling.add("bytes stored", product(counts.stores, model.element_bytes), counts.store_bytes,
                "bytes");
    const std::string p = grouped(points(model.stencil));
    telling.add("operations, 2p − 1 a point",
                fmt::format("(2·{} − 1)·{}", p, grouped(counts.stores)), counts.operations.separate,
                "OP");
    telling.add("operations, 2p a point", fmt::format("2·{}·{}", p, grouped(counts.stores)),
                counts.operations.fused, "OP");
}

void tell_warps(Telling& telling) {
    const WarpRequests& warps = telling.counts.warp_requests;
    const auto tell = [&](const char* figure, std::int64_t sum, const char* unit) {
        telling.add(figure, fmt::format("{}/{}", grouped(sum), grouped(warps.requests)),
                    Cell(Rational(sum, warps.requests), ratio_digits), unit);
    };
    telling.add("warps of a block",
                fmt::format("⌈{}/{}⌉", grouped(telling.counts.threads_per_block), warp_threads),
                warps.requests, "warps");
    tell("rows in a warp's request", warps.rows, "rows");
    tell("sectors in a request, least", warps.least_sectors, "sectors");
    tell("sectors in a request, most", warps.most_sectors, "sectors");
}

std::vector<std::string> notes(const KernelModel& model, const Traffic& counts) {
    std::vector<std::string> all = block_count_notes(model, counts);
    if (std::string note = shared_memory_note(counts); !note.empty()) {
        all.push_back(std::move(note));
    }
    all.emplace_back("Reuse is how many times as much the basic kernel loads for the same points.");
    all.emplace_back(
        "A request is one load by all threads of a warp, in a block away from the "
        "grid's edge. Its sectors of 32 bytes are least where the cells of each row "
        "begin with a sector, most where the first of them is the last in a sector; rows "
        "are taken to lie in different sectors.");
    return all;
}

} // namespace

std::vector<Table> kernel_tables(const KernelModel& model) {
    const Traffic counts = traffic(model);
    Telling telling{model, counts, {}};
    tell_points(telling);
    tell_blocks(telling);
    tell_tile(telling);
    tell_launch(telling);
    tell_warps(telling);
    Table table;
    table.key = "kernel";
    table.columns = {{"figure", "figure", false},
                     {"formula", "formula", false},
                     {"value", "value"},
                     {"unit", "unit", false}};
    table.rows = std::move(telling.rows);
    table.notes = notes(model, counts);
    return {table, intensity_table(model, counts)};
}

} // namespace analytics

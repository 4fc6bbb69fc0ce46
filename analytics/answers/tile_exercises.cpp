// Exercise 2: one tile of a coarsened kernel, its cells, its operations per byte and its shared memory.
#include "analytics/answers/exercises.hpp"
#include "analytics/count/traffic.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

constexpr int exercise_digits = 3;

/// Both kernels of the exercise. Their tile does not depend on the grid: a grid of one tile.
KernelModel exercise_kernel(const ExerciseSizes& sizes, KernelFamily family) {
    return {.family = family,
            .stencil = sizes.stencil,
            .grid = {sizes.plane_block.x, sizes.plane_block.y, 1},
            .block = sizes.plane_block,
            .planes_per_block = sizes.tile_planes,
            .element_bytes = sizes.element_bytes};
}

Exercise part(std::string id, const ExerciseSizes& sizes, std::string question) {
    Exercise exercise;
    exercise.id = std::move(id);
    exercise.setting = fmt::format(
        "One tile of a coarsened kernel with {}: {} threads for a plane of the input tile, {} "
        "output planes, {}-byte elements.",
        describe(sizes.stencil), shape_text(sizes.plane_block, 2), thousands(sizes.tile_planes),
        sizes.element_bytes);
    exercise.question = std::move(question);
    return exercise;
}

Exercise input_tile(const ExerciseSizes& sizes, const Tile& tile) {
    Exercise exercise = part("2a", sizes, "How many cells does the input tile of a block have?");
    exercise.steps = {
        {"planes", fmt::format("{} + 2·{}", thousands(sizes.tile_planes), sizes.stencil.order),
         thousands(tile.input.z), "below the first and above the last output plane lies halo"},
        {"cells", product_text(tile.input), thousands(tile.input_cells),
         "a thread for each cell of a plane, halo included"}};
    exercise.answers = {{"", tile.input_cells, 0, "cells", tile.input}};
    return exercise;
}

Exercise output_tile(const ExerciseSizes& sizes, const Tile& tile) {
    Exercise exercise = part("2b", sizes, "How many cells does the output tile of a block have?");
    const int order = sizes.stencil.order;
    const std::string halo = "the outermost threads load halo and compute nothing";
    exercise.steps = axis_steps(
        "outputs", {AxisStep{without_halo(sizes.plane_block.x, order), tile.output.x, halo},
                    AxisStep{without_halo(sizes.plane_block.y, order), tile.output.y, halo},
                    AxisStep{"planes per block", tile.output.z,
                             "the planes it marches through are output planes"}});
    exercise.steps.push_back({"cells", product_text(tile.output), thousands(tile.output_cells),
                              "along x, y and z, multiplied"});
    exercise.answers = {{"", tile.output_cells, 0, "cells", tile.output}};
    return exercise;
}

/// One way to count a point's operations.
struct Convention {
    std::string name;    ///< "multiply-adds"
    std::string formula; ///< "2p"
    std::string filled;  ///< "2·7"
    std::string reason;  ///< why so many for a point
    std::int64_t operations_per_point = 0;
};

void add_convention(Exercise& exercise, const ExerciseSizes& sizes, const Tile& tile,
                    const Convention& convention, const ExactOpsPerByte& ratios) {
    const std::string per_point = thousands(convention.operations_per_point);
    const std::string operations = thousands(convention.operations_per_point * tile.output_cells);
    const auto add_step = [&](const std::string& label, const std::string& formula,
                              const std::string& result, const std::string& reason) {
        exercise.steps.push_back({convention.formula + ", " + label, formula, result, reason});
    };
    const auto add_ratio = [&](const std::string& label, std::int64_t elements,
                               const Rational& ratio, const std::string& reason) {
        add_step(label,
                 fmt::format("{} / {}", operations, thousands(elements * sizes.element_bytes)),
                 decimal_text(ratio, exercise_digits), reason);
        exercise.answers.push_back(
            {fmt::format("{} ({}), {}", convention.name, convention.formula, label), ratio,
             exercise_digits, "OP/B"});
    };
    add_step("each point", convention.filled, per_point, convention.reason);
    add_step("the tile", fmt::format("{}·{}", per_point, thousands(tile.output_cells)), operations,
             "only outputs are computed, not the halo");
    add_ratio("loads only", tile.loads, ratios.loads_only, "operations over the bytes loaded");
    add_ratio("loads and stores", tile.loads + tile.output_cells, ratios.loads_and_stores,
              "over those stored, too");
}

Exercise ops_per_byte(const ExerciseSizes& sizes, const Tile& tile) {
    Exercise exercise =
        part("2c", sizes, "How many operations does the tile compute for each byte it moves?");
    const std::string size = std::to_string(sizes.element_bytes);
    const std::string loads = thousands(tile.loads);
    const std::string stores = thousands(tile.output_cells);
    exercise.steps = {{"bytes loaded", fmt::format("{}·{}", size, loads),
                       thousands(tile.loads * sizes.element_bytes),
                       "each cell of the input tile is loaded once"},
                      {"bytes loaded and stored", fmt::format("{}·({} + {})", size, loads, stores),
                       thousands((tile.loads + tile.output_cells) * sizes.element_bytes),
                       "and each output is stored once"}};
    exercise.steps.push_back(points_step(sizes.stencil));
    const std::int64_t p = points(sizes.stencil);
    add_convention(exercise, sizes, tile,
                   {"multiplications and additions", "2p − 1",
                    fmt::format("2·{} − 1", thousands(p)),
                    "p products, and one addition fewer to sum them", 2 * p - 1},
                   tile.ops_per_byte.separate);
    add_convention(exercise, sizes, tile,
                   {"multiply-adds as two each", "2p", fmt::format("2·{}", thousands(p)),
                    "each product is added to a sum that begins with 0", 2 * p},
                   tile.ops_per_byte.fused);
    return exercise;
}

Exercise shared_memory(const ExerciseSizes& sizes, KernelFamily family) {
    const Traffic counts = traffic(exercise_kernel(sizes, family));
    const bool registers = family == KernelFamily::register_tiled;
    Exercise exercise =
        registers ? part("2e", sizes,
                         "How much shared memory does a block need when each thread keeps its "
                         "neighbours along z in registers?")
                  : part("2d", sizes,
                         "How much shared memory does a block need without register tiling?");
    const std::int64_t planes = registers ? 1 : checked_add(checked_mul(2, sizes.stencil.order), 1);
    if (!registers) {
        exercise.steps.push_back(
            {"planes held", fmt::format("2·{} + 1", sizes.stencil.order), thousands(planes),
             "the plane computed, and those that its outputs read below and above"});
    }
    exercise.steps.push_back({"bytes",
                              fmt::format("{}{}·{}·{}", registers ? "" : thousands(planes) + "·",
                                          thousands(sizes.plane_block.x),
                                          thousands(sizes.plane_block.y), sizes.element_bytes),
                              thousands(counts.shared_bytes_per_block),
                              registers ? "only neighbours within the plane are in other threads"
                                        : "a cell for each thread in each plane"});
    exercise.answers = {{"", counts.shared_bytes_per_block, 0, "bytes"}};
    return exercise;
}

} // namespace

Exercise tile_exercise(char part, const ExerciseSizes& sizes) {
    const Tile tile = traffic(exercise_kernel(sizes, KernelFamily::coarsened)).tile;
    switch (part) {
    case 'a': return input_tile(sizes, tile);
    case 'b': return output_tile(sizes, tile);
    case 'c': return ops_per_byte(sizes, tile);
    case 'd': return shared_memory(sizes, KernelFamily::coarsened);
    default: return shared_memory(sizes, KernelFamily::register_tiled);
    }
}

} // namespace kit

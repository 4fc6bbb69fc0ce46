// Chapter questions about a block's threads: how many, which compute, what a warp loads, registers.
#include "analytics/answers/chapter_parts.hpp"
#include "analytics/count/gpu.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kit {

namespace {

/// The side of the largest cube that has at most as many threads as a block may have.
std::int64_t largest_side() {
    std::int64_t side = 1;
    while (checked_pow(side + 1, 3) <= most_threads_per_block) {
        ++side;
    }
    return side;
}

Exercise largest_block_question() {
    const std::int64_t side = largest_side();
    Exercise exercise;
    exercise.setting = "A block has a thread for each cell of an input tile of T cells a side.";
    exercise.question = "What is the largest T?";
    exercise.steps = {
        {fmt::format("T = {}", side), fmt::format("{}³", side), thousands(checked_pow(side, 3)),
         fmt::format("CUDA allows a block {} threads", thousands(most_threads_per_block))},
        {fmt::format("T = {}", side + 1), fmt::format("{}³", side + 1),
         thousands(checked_pow(side + 1, 3)), "too many"}};
    exercise.answers = {{"T", side, 0, "cells a side"}, {"", checked_pow(side, 3), 0, "threads"}};
    return exercise;
}

/// The planes that a marching kernel has at once.
std::int64_t planes_at_once(const ChapterSizes& sizes) {
    return 2 * std::int64_t{star(sizes).order} + 1;
}

std::string march_setting(const ChapterSizes& sizes) {
    return fmt::format("Blocks of {} threads march through planes, with {} and {}-byte elements.",
                       shape_text(sizes.plane_block, 2), describe(star(sizes)),
                       sizes.element_bytes);
}

Exercise shared_saved(const ChapterSizes& sizes) {
    const std::int64_t all =
        traffic(one_tile(sizes, KernelFamily::coarsened)).shared_bytes_per_block;
    const std::int64_t one =
        traffic(one_tile(sizes, KernelFamily::register_tiled)).shared_bytes_per_block;
    const std::string plane =
        fmt::format("{}·{}", product_text(sizes.plane_block, 2), sizes.element_bytes);
    Exercise exercise;
    exercise.setting = march_setting(sizes);
    exercise.question = "To what part does register tiling bring shared memory?";
    exercise.steps = {{"planes", fmt::format("2·{} + 1", star(sizes).order),
                       thousands(planes_at_once(sizes)),
                       "the plane computed, and those that its outputs read below and above"},
                      {"bytes, without", fmt::format("{}·{}", planes_at_once(sizes), plane),
                       thousands(all), "the coarsened kernel shares all of them"},
                      {"bytes, with", plane, thousands(one),
                       "of the other planes a thread reads only its own column"},
                      {"times fewer", fmt::format("{} / {}", thousands(all), thousands(one)),
                       decimal_text(Rational(all, one), 1)}};
    exercise.answers = {{"without register tiling", all, 0, "bytes"},
                        {"with it", one, 0, "bytes"},
                        {"", Rational(all, one), 1, "times fewer"}};
    return exercise;
}

Exercise registers_taken(const ChapterSizes& sizes) {
    const Traffic counts = traffic(one_tile(sizes, KernelFamily::register_tiled));
    const Capability limits = gpu_named(known_gpus(), sizes.gpu).capability;
    const std::int64_t each = std::max<std::int64_t>(ceil_div(sizes.element_bytes, 4), 1);
    const std::int64_t of_thread = checked_mul(planes_at_once(sizes), each);
    const std::int64_t threads = counts.threads_per_block;
    const std::int64_t of_block = checked_mul(of_thread, threads);
    const std::int64_t share = limits.registers_per_block.value / threads;
    const std::int64_t most = std::min(limits.registers_per_thread.value, share);
    Exercise exercise;
    exercise.setting = march_setting(sizes);
    exercise.question = fmt::format(
        "How many registers do its cells take, and how many may a thread have on the {}?",
        gpu_named(known_gpus(), sizes.gpu).name);
    exercise.steps = {
        {"cells of a thread", fmt::format("2·{} + 1", star(sizes).order),
         thousands(planes_at_once(sizes)), "its own column in all planes that it reads"},
        {"registers for them", fmt::format("{}·{}", planes_at_once(sizes), each),
         thousands(of_thread), "a register holds 4 bytes"},
        {"registers of a block", fmt::format("{}·{}", thousands(of_thread), thousands(threads)),
         thousands(of_block), "every thread has its own"},
        {"for each thread",
         fmt::format("⌊{}/{}⌋", thousands(limits.registers_per_block.value), thousands(threads)),
         thousands(share), "the registers that a block may have, shared out"},
        {"at most", fmt::format("min({}, {})", limits.registers_per_thread.value, share),
         thousands(most),
         fmt::format("no thread has more than {}", limits.registers_per_thread.value)}};
    exercise.answers = {
        {"a thread's cells", of_thread, 0, "registers"},
        {"a block's cells", of_block, 0, "registers"},
        {"a thread, in any block", limits.registers_per_thread.value, 0, "registers"},
        {"a thread, in this block", most, 0, "registers"}};
    exercise.notes = {"Addresses and indices take registers, too: nvcc tells how many there are in "
                      "all. What does not fit spills to memory."};
    return exercise;
}

Exercise active(const ChapterSizes& sizes, KernelFamily family, std::string_view kernel) {
    const KernelModel model = one_tile(sizes, family);
    const Traffic counts = traffic(model);
    const int axes = block_axes(model);
    const Extents outputs{counts.tile.output.x, counts.tile.output.y,
                          axes == 3 ? counts.tile.output.z : 1};
    const std::int64_t threads = counts.threads_per_block;
    const Rational share = Rational(total(outputs), threads) * Rational(100);
    Exercise exercise;
    exercise.setting = fmt::format(
        "Blocks of {} threads, one for each cell of {}, with {}.", shape_text(model.block, axes),
        axes == 3 ? "an input tile" : "a plane of an input tile", describe(model.stencil));
    exercise.question = fmt::format("How many threads of {} compute?", kernel);
    exercise.steps = {
        {"threads", product_text(model.block, axes), thousands(threads), "each loads a cell"},
        {"active", product_text(outputs, axes), thousands(total(outputs)),
         "those whose cell is not halo"},
        {"idle", fmt::format("{} − {}", thousands(threads), thousands(total(outputs))),
         thousands(threads - total(outputs)), "they load halo, and then wait"},
        {"share", fmt::format("{}/{}", thousands(total(outputs)), thousands(threads)),
         decimal_text(share, 1) + " %"}};
    exercise.answers = {{"active", total(outputs), 0, "threads"},
                        {"of all", threads, 0, "threads"},
                        {"", share, 1, "%"}};
    return exercise;
}

std::string mean_text(std::int64_t sum, std::int64_t requests) {
    const Rational mean(sum, requests);
    return mean.is_integer() ? thousands(mean.numerator()) : decimal_text(mean, 2);
}

Exercise drawn_tile(const ChapterSizes& sizes) {
    ChapterSizes drawn = sizes;
    drawn.plane_block = sizes.small_plane;
    const Traffic counts = traffic(one_tile(drawn, KernelFamily::coarsened));
    const Tile& tile = counts.tile;
    Exercise exercise;
    exercise.setting = tile_setting(sizes, tile.input);
    exercise.question =
        "How many cells and outputs has the tile, and how many threads a block that "
        "marches through it?";
    exercise.steps = {
        {"cells", product_text(tile.input), thousands(tile.input_cells), "halo included"},
        {"outputs", product_text(tile.output), thousands(tile.output_cells),
         "without the halo at either end of each axis"},
        {"threads", product_text(sizes.small_plane, 2), thousands(counts.threads_per_block),
         "one for each cell of a plane, not of the tile"}};
    exercise.answers = {{"input tile", tile.input_cells, 0, "cells"},
                        {"output tile", tile.output_cells, 0, "cells"},
                        {"", counts.threads_per_block, 0, "threads"}};
    return exercise;
}

} // namespace

Exercise limit_question(char part, const ChapterSizes& sizes) {
    if (part == 'a') {
        return largest_block_question();
    }
    ChapterSizes largest = sizes;
    largest.block = {largest_side(), largest_side(), largest_side()};
    return tile_intensity(largest, one_tile(largest, KernelFamily::shared_memory_tiled),
                          "shared-memory tiling with the largest tile");
}

Exercise threads_question(char part, const ChapterSizes& sizes) {
    return part == 'a' ? active(sizes, KernelFamily::shared_memory_tiled,
                                "the kernel with shared-memory tiling")
                       : active(sizes, KernelFamily::coarsened, "the coarsened kernel");
}

Exercise warps_question(char part, const ChapterSizes& sizes) {
    check(one_tile(sizes, KernelFamily::shared_memory_tiled));
    check(one_tile(sizes, KernelFamily::coarsened));
    Exercise exercise;
    exercise.setting =
        fmt::format("Each thread of a warp loads one element of {} bytes; 32 threads "
                    "in the order x, y, z are a warp, 32 bytes a sector.",
                    sizes.element_bytes);
    exercise.question = part == 'a' ? "How many rows of the tile does a warp load from?"
                                    : "How many sectors does a load by a warp take?";
    for (const auto& [block, axes] : {std::pair(sizes.block, 3), std::pair(sizes.plane_block, 2)}) {
        const WarpRequests warps = warp_requests(block, sizes.element_bytes);
        const std::string shape = shape_text(block, axes);
        const auto add = [&](const std::string& label, std::int64_t sum, const char* unit,
                             const char* reason) {
            exercise.steps.push_back(
                {label, fmt::format("{}/{}", thousands(sum), thousands(warps.requests)),
                 mean_text(sum, warps.requests), reason});
            exercise.answers.push_back(
                {label, Rational(sum, warps.requests), sum % warps.requests == 0 ? 0 : 2, unit});
        };
        if (part == 'a') {
            add(shape, warps.rows, warps.rows == warps.requests ? "row" : "rows",
                "rows of all warps over warps: a row ends where the block ends along x");
        } else {
            add(shape + ", least", warps.least_sectors, "sectors",
                "if each row begins where a sector begins");
            add(shape + ", most", warps.most_sectors, "sectors",
                "if each row begins with the last element of a sector");
        }
    }
    return exercise;
}

Exercise coarsening_question(char part, const ChapterSizes& sizes) {
    return part == 'a' ? drawn_tile(sizes)
                       : tile_intensity(sizes, one_tile(sizes, KernelFamily::coarsened),
                                        "the coarsened kernel");
}

Exercise registers_question(char part, const ChapterSizes& sizes) {
    return part == 'a' ? shared_saved(sizes) : registers_taken(sizes);
}

} // namespace kit

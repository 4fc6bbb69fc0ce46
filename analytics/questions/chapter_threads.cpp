// Chapter questions about a block's threads: how many, which compute, what a warp loads, registers.
#include "analytics/count/gpu.hpp"
#include "analytics/questions/chapter_parts.hpp"
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

Question largest_block(const ChapterSizes& /*sizes*/) {
    const std::int64_t side = largest_side();
    Question question{.setting =
                          "A block has a thread for each cell of an input tile of T cells a side.",
                      .text = "What is the largest T?"};
    const auto cube = [&](std::int64_t cells_a_side, const std::string& reason) {
        return question.step(fmt::format("T = {}", cells_a_side),
                             cells({cells_a_side, cells_a_side, cells_a_side}), reason);
    };
    const StatedFormula threads = cube(
        side, fmt::format("CUDA allows a block {} threads", thousands(most_threads_per_block)));
    cube(side + 1, "too many");
    question.answer("T", side, "cells a side");
    question.answer("", threads, "threads");
    return question;
}

/// The planes that a marching kernel has at once.
StatedFormula planes_at_once(const ChapterSizes& sizes) {
    return StatedFormula(2) * star(sizes).order + 1;
}

Question about_march(const ChapterSizes& sizes, std::string text) {
    return {.setting = fmt::format(
                "Blocks of {} threads march through planes, with {} and {}-byte elements.",
                shape_text(sizes.plane_block, 2), describe(star(sizes)), sizes.element_bytes),
            .text = std::move(text)};
}

Question shared_saved(const ChapterSizes& sizes) {
    check(one_tile(sizes, KernelFamily::coarsened));
    Question question =
        about_march(sizes, "To what part does register tiling bring shared memory?");
    const StatedFormula planes =
        question.step("planes", planes_at_once(sizes),
                      "the plane computed, and those that its outputs read below and above");
    const StatedFormula plane = cells(sizes.plane_block, 2);
    const StatedFormula all = question.step("bytes, without", planes * plane * sizes.element_bytes,
                                            "the coarsened kernel shares all of them");
    const StatedFormula one =
        question.step("bytes, with", plane * sizes.element_bytes,
                      "of the other planes a thread reads only its own column");
    question.step("times fewer", all / one, "", {.digits = 1});
    question.answer("without register tiling", all, "bytes");
    question.answer("with it", one, "bytes");
    question.answer("", all / one, "times fewer", 1);
    return question;
}

Question registers_taken(const ChapterSizes& sizes) {
    const StatedFormula threads =
        traffic(one_tile(sizes, KernelFamily::register_tiled)).threads_per_block;
    const Gpu& gpu = gpu_named(known_gpus(), sizes.gpu);
    const std::int64_t most_of_any = gpu.capability.registers_per_thread.value;
    Question question = about_march(
        sizes, fmt::format("How many registers do its cells take, and how many may a thread have "
                           "on the {}?",
                           gpu.name));
    const StatedFormula own = question.step("cells of a thread", planes_at_once(sizes),
                                            "its own column in all planes that it reads");
    const StatedFormula of_thread = question.step(
        "registers for them", own * std::max<std::int64_t>(ceil_div(sizes.element_bytes, 4), 1),
        "a register holds 4 bytes");
    const StatedFormula of_block =
        question.step("registers of a block", of_thread * threads, "every thread has its own");
    const StatedFormula share = question.step(
        "for each thread",
        rounded_down(StatedFormula(gpu.capability.registers_per_block.value), threads),
        "the registers that a block may have, shared out");
    const StatedFormula most =
        question.step("at most",
                      StatedFormula(std::min(most_of_any, share.count()))
                          .called(fmt::format("min({}, {})", most_of_any, share.count())),
                      fmt::format("no thread has more than {}", most_of_any));
    question.answer("a thread's cells", of_thread, "registers");
    question.answer("a block's cells", of_block, "registers");
    question.answer("a thread, in any block", most_of_any, "registers");
    question.answer("a thread, in this block", most, "registers");
    question.notes = {"Addresses and indices take registers, too: nvcc tells how many there are in "
                      "all. What does not fit spills to memory."};
    return question;
}

Question active(const ChapterSizes& sizes, KernelFamily family, std::string_view kernel) {
    const KernelModel model = one_tile(sizes, family);
    const Traffic counts = traffic(model);
    const int axes = block_axes(model);
    Question question{.setting =
                          fmt::format("Blocks of {} threads, one for each cell of {}, with {}.",
                                      shape_text(model.block, axes),
                                      axes == 3 ? "an input tile" : "a plane of an input tile",
                                      describe(model.stencil)),
                      .text = fmt::format("How many threads of {} compute?", kernel)};
    const StatedFormula threads =
        question.step("threads", cells(model.block, axes), "each loads a cell");
    const StatedFormula outputs =
        question.step("active", cells(counts.tile.output, axes), "those whose cell is not halo");
    question.step("idle", threads - outputs, "they load halo, and then wait");
    question.step("share", outputs / threads, "", {1, "%"});
    question.answer("active", outputs, "threads");
    question.answer("of all", threads, "threads");
    question.answer("", outputs / threads, "%", 1);
    return question;
}

Question drawn_tile(const ChapterSizes& sizes) {
    ChapterSizes drawn = sizes;
    drawn.plane_block = sizes.small_plane;
    const Tile tile = traffic(one_tile(drawn, KernelFamily::coarsened)).tile;
    Question question{.setting = tile_setting(sizes, tile.input),
                      .text = "How many cells and outputs has the tile, and how many threads a "
                              "block that marches through it?"};
    question.answer("input tile", question.step("cells", cells(tile.input), "halo included"),
                    "cells");
    question.answer(
        "output tile",
        question.step("outputs", cells(tile.output), "without the halo at either end of each axis"),
        "cells");
    question.answer("",
                    question.step("threads", cells(sizes.small_plane, 2),
                                  "one for each cell of a plane, not of the tile"),
                    "threads");
    return question;
}

Question largest_tile(const ChapterSizes& sizes) {
    ChapterSizes largest = sizes;
    largest.block = {largest_side(), largest_side(), largest_side()};
    return tile_intensity(largest, one_tile(largest, KernelFamily::shared_memory_tiled),
                          "shared-memory tiling with the largest tile");
}

/// The rows of a warp's loads, or their sectors, in a cube and in a plane.
Question warps_of(const ChapterSizes& sizes, bool rows) {
    check(one_tile(sizes, KernelFamily::shared_memory_tiled));
    check(one_tile(sizes, KernelFamily::coarsened));
    Question question{
        .setting = fmt::format("Each thread of a warp loads one element of {} bytes; 32 threads "
                               "in the order x, y, z are a warp, 32 bytes a sector.",
                               sizes.element_bytes),
        .text = rows ? "How many rows of the tile does a warp load from?"
                     : "How many sectors does a load by a warp take?"};
    for (const auto& [block, axes] : {std::pair(sizes.block, 3), std::pair(sizes.plane_block, 2)}) {
        const WarpRequests warps = warp_requests(block, sizes.element_bytes);
        const std::string shape = shape_text(block, axes);
        const auto add = [&](const std::string& label, std::int64_t sum, const char* unit,
                             const char* reason) {
            const StatedFormula mean = StatedFormula(sum) / warps.requests;
            const int digits = mean.value().is_integer() ? 0 : 2;
            question.step(label, mean, reason, {.digits = digits});
            question.answer(label, mean, unit, digits);
        };
        if (rows) {
            add(shape, warps.rows, warps.rows == warps.requests ? "row" : "rows",
                "rows of all warps over warps: a row ends where the block ends along x");
        } else {
            add(shape + ", least", warps.least_sectors, "sectors",
                "if each row begins where a sector begins");
            add(shape + ", most", warps.most_sectors, "sectors",
                "if each row begins with the last element of a sector");
        }
    }
    return question;
}

} // namespace

std::vector<ChapterTopic> thread_topics() {
    return {
        {"limit",
         "The largest tile (PMPP 8.3)",
         {{"", largest_block}, {"order type ratios", largest_tile}}},
        {"threads",
         "Threads that compute (PMPP 8.3 and 8.4)",
         {{"cube order",
           [](const ChapterSizes& sizes) {
               return active(sizes, KernelFamily::shared_memory_tiled,
                             "the kernel with shared-memory tiling");
           }},
          {"plane order",
           [](const ChapterSizes& sizes) {
               return active(sizes, KernelFamily::coarsened, "the coarsened kernel");
           }}}},
        {"warps",
         "Rows and sectors of a warp (PMPP 8.3 and 8.4)",
         {{"cube plane", [](const ChapterSizes& sizes) { return warps_of(sizes, true); }},
          {"cube plane type", [](const ChapterSizes& sizes) { return warps_of(sizes, false); }}}},
        {"coarsening",
         "A block that marches (PMPP 8.4)",
         {{"plane order", drawn_tile},
          {"plane order type ratios",
           [](const ChapterSizes& sizes) {
               return tile_intensity(sizes, one_tile(sizes, KernelFamily::coarsened),
                                     "the coarsened kernel");
           }}}},
        {"registers",
         "Register tiling (PMPP 8.5)",
         {{"plane order type", shared_saved}, {"plane order type gpu", registers_taken}}}};
}

} // namespace kit

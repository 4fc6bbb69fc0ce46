// Chapter questions that need no grid of three axes: bounds, lines and images.
#include "analytics/count/traffic.hpp"
#include "analytics/questions/chapter_parts.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

#include <tuple>

namespace kit {

namespace {

constexpr std::int64_t default_shared_kib = 48;

std::vector<int> orders_of(const ChapterSizes& sizes, std::vector<int> without) {
    return sizes.order ? std::vector<int>{*sizes.order} : std::move(without);
}

std::string kind(const Stencil& stencil) {
    return stencil.shape == StencilShape::star ? "star" : "box";
}

void check_threads(const Extents& block, int axes) {
    if (total(block) > most_threads_per_block) {
        throw BadInput("A block of {} has {} threads; CUDA allows {}.", shape_text(block, axes),
                       thousands(total(block)), thousands(most_threads_per_block));
    }
}

/// Adds a line and the same as an answer.
void add(Question& question, const std::string& label, const StatedFormula& formula,
         std::string reason, const std::string& unit) {
    question.answer(label, question.step(label, formula, std::move(reason)), unit);
}

Question about_line(const ChapterSizes& sizes) {
    check_threads({sizes.line_threads, 1, 1}, 1);
    return {.setting = "Stencils of a radius R, on one axis and, for comparison, on three."};
}

Question about_image(const ChapterSizes& sizes) {
    check_threads(sizes.image_block, 2);
    return {.setting = fmt::format("An image of {} columns and {} rows, a thread for each pixel.",
                                   thousands(sizes.image.x), thousands(sizes.image.y))};
}

Question shared_array(const ChapterSizes& sizes) {
    Question question = about_line(sizes);
    question.text =
        fmt::format("How many cells does the shared array of a block of {} threads have?",
                    thousands(sizes.line_threads));
    for (const int order : orders_of(sizes, {1, 2})) {
        add(question, fmt::format("radius {}", order),
            StatedFormula(sizes.line_threads) + StatedFormula(2) * order,
            "a halo of R cells at either end", "cells");
    }
    return question;
}

Question capacity(const ChapterSizes& sizes) {
    Question question = about_line(sizes);
    question.text =
        "How many elements fit in the 48 KB of shared memory that a block has by default?";
    const StatedFormula bytes = question.step("bytes", StatedFormula(default_shared_kib) * 1024,
                                              "a KB of memory is 1,024 bytes");
    for (const auto& [type, each] : {std::pair("doubles", 8), std::pair("floats", 4)}) {
        question.answer(
            "", question.step(type, bytes / each, fmt::format("each takes {} bytes", each)), type);
    }
    return question;
}

Question reads_per_input(const ChapterSizes& sizes) {
    Question question = about_line(sizes);
    question.text = "How often is an input read without tiling?";
    for (const int order : orders_of(sizes, {1, 2})) {
        const StatedFormula line = StatedFormula(2) * order + 1;
        const char* const star = "itself, and R outputs to either side on each axis";
        add(question, fmt::format("1D, radius {}", order), line, star, "reads");
        add(question, fmt::format("3D box, radius {}", order),
            product(std::array<StatedFormula, 3>{line, line, line}),
            "every output within R cells along each axis", "reads");
        add(question, fmt::format("3D star, radius {}", order), StatedFormula(2) * 3 * order + 1,
            star, "reads");
    }
    return question;
}

Question image_warps(const ChapterSizes& sizes) {
    Question question = about_image(sizes);
    question.text = fmt::format("How many threads and warps does a block of {} have?",
                                shape_text(sizes.image_block, 2));
    const StatedFormula threads = question.step("threads", cells(sizes.image_block, 2),
                                                "a thread for each pixel of the block");
    const StatedFormula warps =
        question.step("warps", rounded_up(threads, warp_threads),
                      "a warp has 32 threads, and one that is begun counts whole");
    question.answer("", threads, "threads");
    question.answer("", warps, "warps");
    const std::int64_t idle = warps.count() * warp_threads - threads.count();
    question.notes = {
        idle == 0 ? "All warps are full."
                  : fmt::format("The last warp has {} lanes without a thread.", thousands(idle))};
    return question;
}

Question image_blocks(const ChapterSizes& sizes) {
    Question question = about_image(sizes);
    const Extents& block = sizes.image_block;
    question.text = fmt::format("How many blocks of {} cover the image?", shape_text(block, 2));
    const StatedFormula x =
        question.step("along the columns", rounded_up(StatedFormula(sizes.image.x), block.x),
                      "the last block may stick out");
    const StatedFormula y = question.step(
        "along the rows", rounded_up(StatedFormula(sizes.image.y), block.y), "likewise");
    question.answer(
        "", question.step("blocks", product(std::array<StatedFormula, 2>{x, y}), "columns by rows"),
        "blocks");
    return question;
}

Question pixel_loads(const ChapterSizes& sizes) {
    Question question = about_image(sizes);
    question.text = "How many loads does a pixel need, and how many does a kernel make that has "
                    "a loop along the row and one along the column?";
    const StatedFormula needed =
        question.step("needed", StatedFormula(2) * 2 * 1 + 1,
                      "itself, and one neighbour to either side on two axes");
    const StatedFormula row = question.step("of each loop", StatedFormula(2) * 1 + 1,
                                            "itself, and one neighbour to either side on one axis");
    const StatedFormula loops = question.step(
        "of the kernel", row + row + 1, "both loops add the centre: once more, to take it away");
    question.answer("suffice", needed, "loads");
    question.answer("with two loops and the centre", loops, "loads");
    question.notes = {"The centre is loaded three times. A value that a thread has loaded is in a "
                      "register: keep it, and leave it out of the second loop."};
    return question;
}

Question bounds_of(const ChapterSizes& sizes, int axes) {
    const bool is_separate = sizes.operations == CountedOperations::separate;
    const bool has_stores = sizes.bytes == CountedBytes::loads_and_stores;
    const StatedFormula loaded = sizes.element_bytes;
    Question question{
        .setting = fmt::format("Each input is loaded once, {} bytes, for each output of p "
                               "points{}: {} operations at most.",
                               sizes.element_bytes, has_stores ? ", which is stored once" : "",
                               is_separate ? "2p − 1" : "2p"),
        .text = fmt::format("What bounds the operations per byte of {}D stars and of boxes, which "
                            "are convolutions?",
                            axes)};
    for (const StencilShape shape : {StencilShape::star, StencilShape::box}) {
        for (const int order : orders_of(sizes, {1, 2, 3})) {
            const Stencil stencil{shape, axes, order};
            const StatedFormula twice = StatedFormula(2) * points(stencil);
            const StatedFormula bound = (is_separate ? twice - 1 : twice) /
                                        (has_stores ? StatedFormula(2) * loaded : loaded);
            const std::string label = fmt::format("{} of order {}, {} points", kind(stencil), order,
                                                  thousands(points(stencil)));
            question.step(label, bound, "", {.digits = 1});
            question.answer(label, bound, "OP/B", 1);
        }
    }
    return question;
}

} // namespace

std::vector<ChapterTopic> stencil_topics() {
    return {
        {"bounds",
         "Upper bounds of operations per byte (PMPP 8.3)",
         {{"order type ratios", [](const ChapterSizes& sizes) { return bounds_of(sizes, 2); }},
          {"order type ratios", [](const ChapterSizes& sizes) { return bounds_of(sizes, 3); }}}},
        {"line",
         "Stencils on a line (the Numba course, chapter 5)",
         {{"threads order", shared_array}, {"", capacity}, {"order", reads_per_input}}},
        {"image",
         "A stencil on an image (the von Neumann lab)",
         {{"plane", image_warps}, {"plane image", image_blocks}, {"", pixel_loads}}}};
}

} // namespace kit

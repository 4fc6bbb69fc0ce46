// Chapter questions that need no grid of three axes: bounds, lines and images.
#include "analytics/answers/chapter.hpp"
#include "analytics/count/traffic.hpp"
#include "checker/base/numbers.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

constexpr std::int64_t default_shared_bytes = 48 * 1024;

std::vector<int> orders_of(const ChapterSizes& sizes, std::vector<int> without) {
    return sizes.order ? std::vector<int>{*sizes.order} : std::move(without);
}

std::string kind(const Stencil& stencil) {
    return stencil.shape == StencilShape::star ? "star" : "box";
}

void check_threads(const Extents& block, int axes) {
    if (total(block) > most_threads_per_block) {
        throw BadInput(fmt::format("A block of {} has {} threads; CUDA allows {}.",
                                   shape_text(block, axes), thousands(total(block)),
                                   thousands(most_threads_per_block)));
    }
}

Exercise shared_array(const ChapterSizes& sizes) {
    Exercise exercise;
    exercise.question = fmt::format("How many cells does the shared array of a block of {} threads "
                                    "have?",
                                    thousands(sizes.line_threads));
    for (const int order : orders_of(sizes, {1, 2})) {
        const std::int64_t cells =
            checked_add(sizes.line_threads, 2 * static_cast<std::int64_t>(order));
        exercise.steps.push_back({fmt::format("radius {}", order),
                                  fmt::format("{} + 2·{}", thousands(sizes.line_threads), order),
                                  thousands(cells), "a halo of R cells at either end"});
        exercise.answers.push_back({fmt::format("radius {}", order), cells, 0, "cells"});
    }
    return exercise;
}

Exercise capacity() {
    Exercise exercise;
    exercise.question = "How many elements fit in the 48 KB of shared memory that a block "
                        "has by default?";
    exercise.steps = {
        {"bytes", "48·1,024", thousands(default_shared_bytes), "a KB of memory is 1,024 bytes"}};
    for (const auto& [type, bytes] : {std::pair("doubles", 8), std::pair("floats", 4)}) {
        const std::int64_t elements = default_shared_bytes / bytes;
        exercise.steps.push_back({type,
                                  fmt::format("{} / {}", thousands(default_shared_bytes), bytes),
                                  thousands(elements), fmt::format("each takes {} bytes", bytes)});
        exercise.answers.push_back({"", elements, 0, type});
    }
    return exercise;
}

Exercise reads_per_input(const ChapterSizes& sizes) {
    Exercise exercise;
    exercise.question = "How often is an input read without tiling?";
    for (const int order : orders_of(sizes, {1, 2})) {
        const std::vector<std::pair<Stencil, std::string>> stencils{
            {{StencilShape::star, 1, order}, fmt::format("2·{} + 1", order)},
            {{StencilShape::box, 3, order}, fmt::format("(2·{} + 1)³", order)},
            {{StencilShape::star, 3, order}, fmt::format("2·3·{} + 1", order)}};
        for (const auto& [stencil, formula] : stencils) {
            const std::string label = stencil.axes == 1
                                          ? fmt::format("1D, radius {}", order)
                                          : fmt::format("3D {}, radius {}", kind(stencil), order);
            exercise.steps.push_back({label, formula, thousands(points(stencil)),
                                      stencil.shape == StencilShape::star
                                          ? "itself, and R outputs to either side on each axis"
                                          : "every output within R cells along each axis"});
            exercise.answers.push_back({label, points(stencil), 0, "reads"});
        }
    }
    return exercise;
}

Exercise warps(const ChapterSizes& sizes) {
    const std::int64_t threads = total(sizes.image_block);
    const std::int64_t warps = ceil_div(threads, warp_threads);
    Exercise exercise;
    exercise.question = fmt::format("How many threads and warps does a block of {} have?",
                                    shape_text(sizes.image_block, 2));
    exercise.steps = {{"threads", product_text(sizes.image_block, 2), thousands(threads),
                       "a thread for each pixel of the block"},
                      {"warps", fmt::format("⌈{}/32⌉", thousands(threads)), thousands(warps),
                       "a warp has 32 threads, and one that is begun counts whole"}};
    exercise.answers = {{"", threads, 0, "threads"}, {"", warps, 0, "warps"}};
    const std::int64_t idle = warps * warp_threads - threads;
    exercise.notes = {
        idle == 0 ? "All warps are full."
                  : fmt::format("The last warp has {} lanes without a thread.", thousands(idle))};
    return exercise;
}

Exercise image_blocks(const ChapterSizes& sizes) {
    const Extents& block = sizes.image_block;
    const Extents grid{ceil_div(sizes.image.x, block.x), ceil_div(sizes.image.y, block.y), 1};
    Exercise exercise;
    exercise.question = fmt::format("How many blocks of {} cover the image?", shape_text(block, 2));
    exercise.steps = {
        {"along the columns", fmt::format("⌈{}/{}⌉", thousands(sizes.image.x), thousands(block.x)),
         thousands(grid.x), "the last block may stick out"},
        {"along the rows", fmt::format("⌈{}/{}⌉", thousands(sizes.image.y), thousands(block.y)),
         thousands(grid.y), "likewise"},
        {"blocks", product_text(grid, 2), thousands(total(grid)), "columns by rows"}};
    exercise.answers = {{"", total(grid), 0, "blocks"}};
    return exercise;
}

Exercise pixel_loads() {
    const std::int64_t needed = points({StencilShape::star, 2, 1});
    const std::int64_t row = points({StencilShape::star, 1, 1});
    const std::int64_t loops = 2 * row + 1;
    Exercise exercise;
    exercise.question =
        "How many loads does a pixel need, and how many does a kernel make that has "
        "a loop along the row and one along the column?";
    exercise.steps = {{"needed", "2·2·1 + 1", thousands(needed),
                       "itself, and one neighbour to either side on two axes"},
                      {"of each loop", "2·1 + 1", thousands(row),
                       "itself, and one neighbour to either side on one axis"},
                      {"of the kernel", fmt::format("{0} + {0} + 1", row), thousands(loops),
                       "both loops add the centre: once more, to take it away"}};
    exercise.answers = {{"suffice", needed, 0, "loads"},
                        {"with two loops and the centre", loops, 0, "loads"}};
    exercise.notes = {"The centre is loaded three times. A value that a thread has loaded is in a "
                      "register: keep it, and leave it out of the second loop."};
    return exercise;
}

} // namespace

Exercise bounds_question(char part, const ChapterSizes& sizes) {
    const int axes = part == 'a' ? 2 : 3;
    Exercise exercise;
    const bool is_separate = sizes.operations == CountedOperations::separate;
    const bool with_stores = sizes.bytes == CountedBytes::loads_and_stores;
    exercise.setting = fmt::format("Each input is loaded once, {} bytes, for each output of p "
                                   "points{}: {} operations at most.",
                                   sizes.element_bytes, with_stores ? ", which is stored once" : "",
                                   is_separate ? "2p − 1" : "2p");
    exercise.question = fmt::format("What bounds the operations per byte of {}D stars and of "
                                    "boxes, which are convolutions?",
                                    axes);
    for (const StencilShape shape : {StencilShape::star, StencilShape::box}) {
        for (const int order : orders_of(sizes, {1, 2, 3})) {
            const Stencil stencil{shape, axes, order};
            const std::int64_t p = points(stencil);
            const Rational bound(is_separate ? operations(stencil, 1).separate
                                             : operations(stencil, 1).fused,
                                 with_stores ? 2 * sizes.element_bytes : sizes.element_bytes);
            const std::string label =
                fmt::format("{} of order {}, {} points", kind(stencil), order, thousands(p));
            exercise.steps.push_back(
                {label,
                 fmt::format("{} / {}",
                             is_separate ? fmt::format("(2·{} − 1)", thousands(p))
                                         : fmt::format("2·{}", thousands(p)),
                             with_stores ? fmt::format("(2·{})", sizes.element_bytes)
                                         : fmt::format("{}", sizes.element_bytes)),
                 decimal_text(bound, 1)});
            exercise.answers.push_back({label, bound, 1, "OP/B"});
        }
    }
    return exercise;
}

Exercise line_question(char part, const ChapterSizes& sizes) {
    check_threads({sizes.line_threads, 1, 1}, 1);
    Exercise exercise = part == 'a'   ? shared_array(sizes)
                        : part == 'b' ? capacity()
                                      : reads_per_input(sizes);
    exercise.setting = "Stencils of a radius R, on one axis and, for comparison, on three.";
    return exercise;
}

Exercise image_question(char part, const ChapterSizes& sizes) {
    check_threads(sizes.image_block, 2);
    Exercise exercise = part == 'a'   ? warps(sizes)
                        : part == 'b' ? image_blocks(sizes)
                                      : pixel_loads();
    exercise.setting = fmt::format("An image of {} columns and {} rows, a thread for each pixel.",
                                   thousands(sizes.image.x), thousands(sizes.image.y));
    return exercise;
}

} // namespace kit

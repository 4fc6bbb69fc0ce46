#include "analytics/answers/chapter_parts.hpp"

#include "checker/base/numbers.hpp"

#include <fmt/format.h>

namespace kit {

Stencil star(const ChapterSizes& sizes) {
    return {.shape = StencilShape::star, .axes = 3, .order = sizes.order.value_or(1)};
}

KernelModel one_tile(const ChapterSizes& sizes, KernelFamily family) {
    const Extents& block = marches(family) ? sizes.plane_block : sizes.block;
    return {.family = family,
            .stencil = star(sizes),
            .grid = block,
            .block = block,
            .element_bytes = sizes.element_bytes};
}

std::string tile_setting(const ChapterSizes& sizes, const Extents& tile) {
    return fmt::format("An input tile of {} cells for {}, {}-byte elements.", shape_text(tile),
                       describe(star(sizes)), sizes.element_bytes);
}

void add_ratios(Exercise& exercise, const ChapterSizes& sizes, const Intensity& ratios,
                const std::string& separate, const std::string& fused, const std::string& loads,
                const std::string& both, int digits) {
    const auto add = [&](CountedOperations operations, CountedBytes bytes, const Rational& ratio) {
        const bool is_other_operations =
            sizes.operations != CountedOperations::all && sizes.operations != operations;
        const bool is_other_bytes = sizes.bytes != CountedBytes::all && sizes.bytes != bytes;
        if (is_other_operations || is_other_bytes) {
            return;
        }
        const bool loads_only = bytes == CountedBytes::loads;
        const bool is_separate = operations == CountedOperations::separate;
        const std::string label = fmt::format("{}, {}", is_separate ? "2p − 1" : "2p",
                                              loads_only ? "loads only" : "loads and stores");
        exercise.steps.push_back(
            {label,
             fmt::format("{} / {}", is_separate ? separate : fused, loads_only ? loads : both),
             decimal_text(ratio, digits)});
        exercise.answers.push_back({label, ratio, digits, "OP/B"});
    };
    add(CountedOperations::separate, CountedBytes::loads, ratios.separate.loads_only);
    add(CountedOperations::separate, CountedBytes::loads_and_stores,
        ratios.separate.loads_and_stores);
    add(CountedOperations::fused, CountedBytes::loads, ratios.fused.loads_only);
    add(CountedOperations::fused, CountedBytes::loads_and_stores, ratios.fused.loads_and_stores);
}

} // namespace kit

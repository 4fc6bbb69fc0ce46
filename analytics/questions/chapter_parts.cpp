#include "analytics/questions/chapter_parts.hpp"

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

StatedFormula cells(const Extents& extents, int axes) {
    return axes == 3 ? product(along_axes(extents))
                     : product(std::array<StatedFormula, 2>{extents.x, extents.y});
}

void add_ratios(Question& question, const ChapterSizes& sizes, const Ratios& ratios, int digits) {
    for (const auto operations : {CountedOperations::separate, CountedOperations::fused}) {
        for (const auto bytes : {CountedBytes::loads, CountedBytes::loads_and_stores}) {
            const bool is_separate = operations == CountedOperations::separate;
            const bool is_loads = bytes == CountedBytes::loads;
            if ((sizes.operations != CountedOperations::all && sizes.operations != operations) ||
                (sizes.bytes != CountedBytes::all && sizes.bytes != bytes)) {
                continue;
            }
            const std::string label = fmt::format("{}, {}", is_separate ? "2p − 1" : "2p",
                                                  is_loads ? "loads only" : "loads and stores");
            const StatedFormula ratio = (is_separate ? ratios.separate : ratios.fused) /
                                        (is_loads ? ratios.loads : ratios.both);
            question.step(label, ratio, "", {.digits = digits});
            question.answer(label, ratio, "OP/B", digits);
        }
    }
}

} // namespace kit

#include "checker/check/chosen_cases.hpp"

#include "checker/catalog/grid_text.hpp"
#include "checker/check/drawn_grids.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace kit {

std::vector<Extents> cases_of(const Lab& variant, const std::vector<Extents>& grids) {
    if (grids.empty()) {
        return variant.cases;
    }
    std::vector<Extents> cases;
    std::ranges::copy_if(grids, std::back_inserter(cases), [&](const Extents& grid) {
        const std::array<std::int64_t, 3> sides{grid.x, grid.y, grid.z};
        return std::all_of(sides.begin(), sides.begin() + variant.axes,
                           [&](std::int64_t side) { return side >= least_extent(variant); });
    });
    return cases;
}

std::vector<Extents> drawn_cases_of(const Lab& variant, const std::vector<Extents>& grids,
                                    std::uint64_t seed) {
    return grids.empty() ? drawn_grids(variant, seed) : std::vector<Extents>();
}

Extents counted_extents(const Lab& variant, const std::vector<Extents>& grids) {
    return grids.empty() ? counted_case(variant) : grids.front();
}

std::vector<Case> chosen_cases(const std::vector<Lab>& variants, const std::vector<Extents>& grids,
                               std::uint64_t seed) {
    std::vector<Case> cases;
    for (const Lab& variant : variants) {
        for (const Extents& extents : cases_of(variant, grids)) {
            cases.push_back({&variant, extents});
        }
        for (const Extents& extents : drawn_cases_of(variant, grids, seed)) {
            cases.push_back({&variant, extents, true});
        }
    }
    return cases;
}

std::vector<Case> cases_for_parts(const std::vector<Case>& cases,
                                  const std::optional<Case>& failed) {
    constexpr std::int64_t small = 40'000; // cells
    std::vector<Case> tried;
    std::ranges::copy_if(cases, std::back_inserter(tried), [&](const Case& one) {
        return (!failed || one.variant->variant <= failed->variant->variant) && !one.drawn &&
               one.extents.cells() <= small;
    });
    if (failed && (failed->drawn || failed->extents.cells() > small)) {
        tried.push_back(*failed);
    }
    if (tried.empty() && !cases.empty()) {
        tried.push_back(*std::ranges::min_element(cases, [](const Case& a, const Case& b) {
            return a.extents.cells() < b.extents.cells();
        }));
    }
    return tried;
}

} // namespace kit

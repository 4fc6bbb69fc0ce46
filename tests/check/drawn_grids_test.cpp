#include "checker/check/drawn_grids.hpp"

#include "checker/base/places.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/diagnosis/diagnoses.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace kit;

namespace {

void check_grids(const Lab& variant, std::uint64_t seed) {
    const std::vector<Extents> grids = drawn_grids(variant, seed);
    REQUIRE(!grids.empty());
    CHECK(grids == drawn_grids(variant, seed));
    for (const Extents& grid : grids) {
        CHECK(std::ranges::find(variant.cases, grid) == variant.cases.end());
        CHECK(std::ranges::count(grids, grid) == 1);
        CHECK(grid.x >= least_extent(variant));
    }
    if (variant.technique) {
        CHECK(grids.back().cells() >= least_cells_of_technique(variant));
    }
}

} // namespace

TEST_CASE("drawn grids are new ones, and the technique is judged on one") {
    for (const Lab& lab : read_catalog(source_root())) {
        for (const Lab& variant : all_variants(lab)) {
            INFO(lab.id << ", variant " << variant.variant);
            for (std::uint64_t seed = 1; seed <= 30; ++seed) {
                check_grids(variant, seed);
            }
        }
    }
}

TEST_CASE("where no side of the range is prime and new, drawing ends") {
    Lab lab = read_catalog(source_root()).at(4);
    for (const std::int64_t side : {31, 37}) {
        lab.cases.push_back({side, side, side});
    }
    lab.variants.resize(3); // one grid, of a prime side
    CHECK(drawn_grids(lab, 1).size() == 1);
}

#include "checker/check/chosen_cases.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

using namespace kit;

namespace {

/// The sides of the grids on which parts are tried.
std::vector<std::int64_t> sides_for_parts(const std::vector<Case>& cases,
                                          const std::optional<Case>& failed) {
    std::vector<std::int64_t> sides;
    const std::vector<Case> tried = cases_for_parts(cases, failed);
    std::ranges::transform(tried, std::back_inserter(sides),
                           [](const Case& one) { return one.extents.x; });
    return sides;
}

} // namespace

TEST_CASE(
    "parts are tried on small grids of the variants up to the one that failed, and on that grid") {
    Lab first;
    Lab second;
    second.variant = 1;
    const std::vector<Case> cases{{&first, {3, 3, 3}},
                                  {&first, {120, 120, 120}},
                                  {&first, {7, 7, 7}, true},
                                  {&second, {5, 5, 5}},
                                  {&second, {9, 9, 9}, true}};
    using Sides = std::vector<std::int64_t>;
    CHECK(sides_for_parts(cases, std::nullopt) == Sides{3, 5});
    CHECK(sides_for_parts(cases, cases[0]) == Sides{3});
    CHECK(sides_for_parts(cases, cases[1]) == Sides{3, 120});
    CHECK(sides_for_parts(cases, cases[2]) == Sides{3, 7});
    CHECK(sides_for_parts(cases, cases[4]) == Sides{3, 5, 9});
}

TEST_CASE("without small grids, parts are tried on the smallest") {
    Lab lab;
    CHECK(sides_for_parts({{&lab, {120, 120, 120}}, {&lab, {62, 62, 62}}}, std::nullopt) ==
          std::vector<std::int64_t>{62});
    CHECK(sides_for_parts({}, std::nullopt).empty());
}

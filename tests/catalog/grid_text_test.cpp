// Grids as people write them.
#include "checker/base/errors.hpp"
#include "checker/catalog/grid_text.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

/// A stencil that reaches `reach` cells along x.
Lab lab_of(int axes, bool cube, int reach = 1, BoundaryRule rule = BoundaryRule::keep) {
    Lab lab;
    lab.id = "08-test";
    lab.axes = axes;
    lab.cube = cube;
    lab.boundary = rule;
    lab.stencil = {{{reach, 0, 0}, {}}};
    return lab;
}

std::string refusal(const char* text, const Lab& lab) {
    try {
        (void)parse_grid(text, lab);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("a grid has as many numbers as the lab has axes, or one for all") {
    CHECK(parse_grid("120", lab_of(3, true)) == Extents{120, 120, 120});
    CHECK(parse_grid("120x120x120", lab_of(3, true)) == Extents{120, 120, 120});
    CHECK(parse_grid("120x64x33", lab_of(3, false)) == Extents{120, 64, 33});
    CHECK(parse_grid("12", lab_of(3, false)) == Extents{12, 12, 12});
    for (const char* text : {"12x8", "12X8", "12×8", "12 x 8", "12*8"}) {
        INFO(text);
        CHECK(parse_grid(text, lab_of(2, false)) == Extents{12, 8, 1});
    }
    CHECK(parse_grid("1,000,003", lab_of(1, false)) == Extents{1000003, 1, 1});
    CHECK(parse_grid("1000003", lab_of(1, false)) == Extents{1000003, 1, 1});
}

TEST_CASE("what is no grid is refused with what is allowed") {
    CHECK(refusal("big", lab_of(3, true)) == "Lab 08-test: \"big\" is not a grid; it must be one "
                                             "number of at least 3 for all 3 axes, such as 120.");
    for (const char* text :
         {"", "x", "12x", "x12", "12xx8", "12y8", "+12", "-5", "1e-3", "12.5", "12XX8", "1,2x8"}) {
        INFO(text);
        CHECK_THAT(refusal(text, lab_of(2, false)), ContainsSubstring("is not a grid"));
    }
    CHECK_THAT(refusal("120x64", lab_of(3, false)),
               ContainsSubstring("has 2 axes where the lab has 3"));
    CHECK_THAT(refusal("5x5", lab_of(1, false)),
               ContainsSubstring("has 2 axes where the lab has 1"));
    CHECK_THAT(refusal("120x64x33", lab_of(3, true)), ContainsSubstring("has different sides"));
}

TEST_CASE("the stencil must fit where the boundary rule does not fill in") {
    CHECK_THAT(refusal("2", lab_of(3, true)), ContainsSubstring("at least 3"));
    CHECK(parse_grid("1", lab_of(1, false, 2, BoundaryRule::one_sided)) == Extents{1, 1, 1});
    CHECK(parse_grid("1", lab_of(1, false, 2, BoundaryRule::zero)) == Extents{1, 1, 1});
    CHECK(parse_grid("1", lab_of(1, false, 0)) == Extents{1, 1, 1});
    for (const char* text : {"0", "5x0"}) {
        INFO(text);
        CHECK_THAT(refusal(text, lab_of(2, false, 0)), ContainsSubstring("has a side of"));
    }
}

TEST_CASE("every cell's position must fit an int") {
    CHECK(parse_grid("2147483647", lab_of(1, false)).cells() == 2147483647);
    CHECK(parse_grid("1290", lab_of(3, true)).cells() == 2146689000);
    CHECK_THAT(refusal("1291", lab_of(3, true)), ContainsSubstring("more than 2147483647 cells"));
    CHECK_THAT(refusal("2147483648", lab_of(1, false)), ContainsSubstring("more than"));
    CHECK_THAT(refusal("99999999999999999999999", lab_of(3, true)), ContainsSubstring("more than"));
    CHECK_THAT(refusal("4000000000x4000000000x4000000000", lab_of(3, false)),
               ContainsSubstring("more than"));
}

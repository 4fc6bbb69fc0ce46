#include "checker/check/hints/case_hints.hpp"
#include "checker/model/lab.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

/// On a grid of n³ cells.
CaseResult on_cube(std::int64_t n, Outcome outcome, std::uint32_t blocks_along_each_axis) {
    CaseResult one;
    one.extents = {n, n, n};
    one.outcome = outcome;
    one.launch = LaunchShape{};
    one.launch->grid.fill(blocks_along_each_axis);
    one.launch->block = {8, 8, 8};
    return one;
}

} // namespace

TEST_CASE("a launch of many times as many threads as cells is why a kernel runs out of time") {
    Lab lab;
    lab.axes = 3;
    lab.cube = true;
    const CaseResult many = on_cube(120, Outcome::failed, 120);
    const CaseResult few = on_cube(120, Outcome::failed, 15);
    Finding late{.kind = FindingKind::timeout, .cases = {describe(many.extents, lab)}};
    CHECK_THAT(many_threads(lab, late, {many}),
               ContainsSubstring("884,736,000 threads for 1,728,000 cells"));
    CHECK(many_threads(lab, late, {few}).empty());
    late.kind = FindingKind::wrong_output;
    CHECK(many_threads(lab, late, {many}).empty());
}

TEST_CASE("grid and block are asked about where the block grows as the grid does") {
    Lab lab;
    lab.axes = 3;
    const auto launched = [](std::int64_t n, std::uint32_t threads, const std::string& variant) {
        CaseResult one = on_cube(n, Outcome::failed, 8);
        one.launch->block.fill(threads);
        one.variant = variant;
        return one;
    };
    CHECK_THAT(exchanged_launch(lab, {launched(33, 5, ""), launched(61, 8, "")}),
               ContainsSubstring("Every launch has 8×8×8 blocks"));
    CHECK(exchanged_launch(lab, {launched(33, 5, "")}).empty());
    CHECK(exchanged_launch(lab, {launched(33, 5, "R = 1"), launched(61, 8, "R = 2")}).empty());
    CHECK(exchanged_launch(lab, {launched(5, 1, ""), launched(200, 8, "")}).empty()); // a stride
}

TEST_CASE("that only short grids fail tells of the window where they are shorter than one") {
    Lab lab;
    lab.axes = 1;
    lab.boundary = BoundaryRule::one_sided;
    lab.stencil.resize(3);
    lab.stencil.front().offset = {-1, 0, 0};
    lab.stencil.back().offset = {1, 0, 0};
    const auto of_points = [](std::int64_t points, Outcome outcome) {
        CaseResult one;
        one.extents = {points, 1, 1};
        one.outcome = outcome;
        return one;
    };
    Finding finding;
    finding.kind = FindingKind::wrong_output;
    const auto hint = [&](std::int64_t longest_wrong) {
        std::vector<CaseResult> cases;
        for (const std::int64_t points : {1, 2, 3, 127}) {
            cases.push_back(
                of_points(points, points <= longest_wrong ? Outcome::failed : Outcome::passed));
        }
        return shorter_than_window(lab, finding, cases);
    };
    CHECK_THAT(hint(2), ContainsSubstring("fewer than 3 points"));
    CHECK(hint(1).empty()); // no window has two points
    CHECK(hint(0).empty());
    finding.kind = FindingKind::out_of_bounds_global; // whatever else is wrong on longer ones
    finding.cases = {"1", "2"};
    CHECK_THAT(hint(127), ContainsSubstring("fewer than 3 points"));
    finding.cases = {"1", "2", "127"};
    CHECK(hint(127).empty());
}

TEST_CASE("that only grids fail which the launch just fills, or has one cell left of, is told") {
    CaseResult right = on_cube(33, Outcome::passed, 5);
    CaseResult wrong = on_cube(32, Outcome::failed, 4);
    CHECK(only_some_last_block({right, wrong}).empty());
    wrong.last_block = LastBlock::full;
    CHECK_THAT(only_some_last_block({right, wrong}), ContainsSubstring("just full"));
    wrong.last_block = LastBlock::one_cell;
    CHECK_THAT(only_some_last_block({right, wrong}), ContainsSubstring("last block has one cell"));
    CHECK(only_some_last_block({right}).empty());
    right.outcome = Outcome::failed;
    CHECK(only_some_last_block({right, wrong}).empty());
}

TEST_CASE(
    "that only grids fail whose width and height differ tells of any launch of several blocks") {
    Lab lab;
    lab.axes = 2;
    const auto on_grid = [](std::int64_t width, std::int64_t height, Outcome outcome) {
        CaseResult one;
        one.extents = {width, height, 1};
        one.outcome = outcome;
        one.launch = LaunchShape{.grid = {90, 1, 1}, .block = {128, 1, 1}};
        return one;
    };
    const CaseResult square = on_grid(120, 120, Outcome::passed);
    CHECK_THAT(fails_unless_equal(lab, {square, on_grid(5, 3, Outcome::failed)}),
               ContainsSubstring("Only grids fail whose width and height differ"));
    CHECK(fails_unless_equal(lab, {square, on_grid(5, 3, Outcome::passed)}).empty());
    CHECK(fails_unless_equal(lab, {on_grid(120, 120, Outcome::failed)}).empty());
    CaseResult small = square; // one block: whatever it computes, it does not tell
    small.launch->grid = {1, 1, 1};
    CHECK(fails_unless_equal(lab, {small, on_grid(5, 3, Outcome::failed)}).empty());
}

#include "checker/reference/comparison.hpp"
#include "checker/reference/sweep.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace kit;
using namespace kit::tests;

namespace {

/// What the lab asks for, rounded to T, and each cell's bound.
template <class T>
struct Right {
    std::vector<T> output;
    std::vector<double> exact;
    std::vector<double> allowed;
};

template <class T>
Right<T> right_output(const Lab& lab, const CaseData& data) {
    Right<T> right{values<T>(data.output), {}, {}};
    right.exact.resize(right.output.size());
    right.allowed.resize(right.output.size());
    const Sweep sweep(lab, data);
    ExpectedStrip expected;
    for (std::int64_t number = 0; number < sweep.strips(); ++number) {
        const Strip strip = sweep.strip(number);
        sweep.compute(strip, expected);
        for (std::int64_t i = expected.first; i < expected.last; ++i) {
            const auto at =
                static_cast<std::size_t>(data.extents.index(strip.x + i, strip.y, strip.z));
            right.output[at] = static_cast<T>(expected.value[i]);
            right.exact[at] = expected.value[i];
            right.allowed[at] = expected.allowed[i];
        }
    }
    return right;
}

std::size_t at(const CaseData& data, std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<std::size_t>(data.extents.index(x, y, z));
}

} // namespace

TEST_CASE(
    "a cell that the lab's own reference leaves open is not judged, and allows no other more") {
    const Lab lab = sweep_lab();
    CaseData data = draw_case(lab, {3, 3, 3}, 1);
    data.expected.assign(27, {1, 0.5});
    const std::size_t centre = 13;
    const float got = 7;
    std::memcpy(&data.output[centre * sizeof got], &got, sizeof got);
    CHECK(compare(lab, data, data.output).mismatches == 1);
    CHECK(compare(lab, data, data.output).allowed_error == 0.5);
    data.expected[centre].allowed = std::numeric_limits<double>::infinity();
    CHECK(compare(lab, data, data.output).mismatches == 0);
    CHECK(compare(lab, data, data.output).allowed_error == 0.5);
}

TEST_CASE("the sorts of wrong cells are counted apart") {
    const Lab lab = sweep_lab();
    const CaseData data = draw_case(lab, {20, 20, 20}, 1);
    auto out = right_output<float>(lab, data).output;
    const auto untouched = values<float>(data.output);
    for (std::int64_t x = 4; x < 9; ++x) {
        // As bits: a float assignment may turn a signalling NaN into a quiet one.
        std::memcpy(&out[at(data, x, 3, 3)], &untouched[at(data, x, 3, 3)], sizeof(float));
    }
    out[at(data, 2, 5, 5)] = std::nanf("");
    out[at(data, 3, 5, 5)] = std::numeric_limits<float>::signaling_NaN();
    out[at(data, 4, 5, 5)] += 0.5f;
    out[at(data, 0, 6, 6)] = 7;
    const Comparison comparison = compare(lab, data, bytes(out));
    CHECK(comparison.cells == 8000);
    CHECK(comparison.mismatches == 9);
    CHECK(comparison.untouched == 5);
    CHECK(comparison.not_a_number == 2);
    CHECK(comparison.boundary_cells == 8000 - 18 * 18 * 18);
    CHECK(comparison.boundary_mismatches == 1);
    CHECK(comparison.max_error >= 6);
    CHECK(comparison.max_error <= 8);
    REQUIRE(comparison.first_wrong.size() == 8);
    CHECK(comparison.first_wrong[0].cell == std::array<std::int64_t, 3>{4, 3, 3});
    CHECK(comparison.first_wrong[0].why == WrongCell::Why::untouched);
    CHECK(comparison.first_wrong[5].why == WrongCell::Why::not_a_number);
    CHECK(comparison.first_wrong[7].why == WrongCell::Why::wrong);
    CHECK(comparison.first_wrong[7].cell == std::array<std::int64_t, 3>{4, 5, 5});
}

TEST_CASE("an error within the bound passes, one beyond it does not") {
    for (const double share : {0.9, 1.1}) {
        const Lab lab = sweep_lab(Element::float64);
        const CaseData data = draw_case(lab, {30, 30, 30}, 5);
        Right<double> right = right_output<double>(lab, data);
        std::uint64_t inner = 0;
        for (std::size_t i = 0; i < right.output.size(); ++i) {
            // Where the double next to the bound lies near enough to it for a share to be had.
            if (right.allowed[i] > 0 && std::abs(right.exact[i]) < 0.1) {
                right.output[i] += share * right.allowed[i];
                ++inner;
            }
        }
        REQUIRE(inner > 100);
        CHECK(compare(lab, data, bytes(right.output)).mismatches == (share < 1 ? 0 : inner));
    }
}

TEST_CASE("the first wrong cells come in memory order whatever the number of threads") {
    const Lab lab = sweep_lab();
    const CaseData data = draw_case(lab, {64, 64, 64}, 1);
    auto out = right_output<float>(lab, data).output;
    for (std::int64_t z = 62; z >= 1; z -= 4) {
        out[at(data, 1 + z % 7, 62, z)] += 1;
    }
    const Comparison comparison = compare(lab, data, bytes(out));
    CHECK(comparison.mismatches == 16);
    REQUIRE(comparison.first_wrong.size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
        CHECK(comparison.first_wrong[i].cell[2] == 2 + 4 * static_cast<std::int64_t>(i));
    }
}

TEST_CASE("kept cells are compared bit for bit") {
    const Lab lab = sweep_lab();
    CaseData data = draw_case(lab, {4, 4, 4}, 1);
    auto in = values<float>(data.input);
    in[0] = 0.0f;
    data.input = bytes(in);
    auto out = right_output<float>(lab, data).output;
    out[0] = 0.0f;
    CHECK(compare(lab, data, bytes(out)).mismatches == 0);
    out[0] = -0.0f;
    CHECK(compare(lab, data, bytes(out)).mismatches == 1);
    out[0] = 0.0f;
    out[1] = std::nextafter(out[1], 2.0f);
    CHECK(compare(lab, data, bytes(out)).boundary_mismatches == 1);
}

TEST_CASE("int cells are exact") {
    Lab lab = sweep_lab(Element::int32);
    lab.boundary = BoundaryRule::clamp_to_edge;
    const CaseData data = draw_case(lab, {9, 8, 7}, 1);
    auto out = right_output<std::int32_t>(lab, data).output;
    CHECK(compare(lab, data, bytes(out)).mismatches == 0);
    CHECK(compare(lab, data, bytes(out)).allowed_error == 0);
    out[100] += 1;
    const Comparison comparison = compare(lab, data, bytes(out));
    CHECK(comparison.mismatches == 1);
    CHECK(comparison.max_error == 1);
    CHECK(compare(lab, data, data.output).untouched == 9 * 8 * 7);
}

TEST_CASE("infinite cells are wrong, and the greatest error is infinite") {
    const Lab lab = sweep_lab();
    const CaseData data = draw_case(lab, {4, 4, 4}, 1);
    auto out = right_output<float>(lab, data).output;
    out[21] = -std::numeric_limits<float>::infinity();
    const Comparison comparison = compare(lab, data, bytes(out));
    CHECK(comparison.mismatches == 1);
    CHECK(comparison.not_a_number == 0);
    CHECK(std::isinf(comparison.max_error));
}

TEST_CASE("an output of the wrong size is the kit's error, not a verdict") {
    const Lab lab = sweep_lab();
    const CaseData data = draw_case(lab, {4, 4, 4}, 1);
    CHECK_THROWS_AS(compare(lab, data, std::span(data.output).first(255)), KitError);
}

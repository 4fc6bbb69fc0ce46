#include "checker/reference/comparison.hpp"
#include "checker/reference/sweep.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"
#include "tests/reference/plain_model.hpp"

#include <algorithm>
#include <cmath>

using namespace kit;
using namespace kit::tests;

namespace {

/// Cells whose expectation differs from the plain model's by more than the latter's own precision.
int differing_cells(const Lab& lab, const CaseData& data) {
    const std::vector<PlainCell> plain = plain_model(lab, data);
    const bool is_half = lab.element == Element::float16;
    const double unit = is_half ? 0x1p-11 : lab.element == Element::float32 ? 0x1p-24 : 0x1p-53;
    const auto products = std::ranges::count_if(
        lab.stencil, [](const StencilPoint& point) { return point.times.has_value(); });
    const double operations =
        2.0 * static_cast<double>(lab.stencil.size()) - 1 + static_cast<double>(products);
    // A square has the sum's error twice, and its own rounding; of first order that is all.
    const double roundings =
        lab.result_operation == ResultOperation::square ? 2 * operations + 1 : operations;
    const Sweep sweep(lab, data);
    ExpectedStrip expected;
    int differing = 0;
    std::size_t at = 0;
    for (std::int64_t number = 0; number < sweep.strips(); ++number) {
        const Strip strip = sweep.strip(number);
        sweep.compute(strip, expected);
        for (std::int64_t i = 0; i < strip.cells; ++i, ++at) {
            const bool kept = i < expected.first || i >= expected.last;
            if (kept || plain[at].kept) {
                differing += kept != plain[at].kept;
                continue;
            }
            const long double value = static_cast<long double>(expected.value[i]) +
                                      static_cast<long double>(expected.correction[i]);
            const long double bound =
                is_whole(lab.element) ? 0 : roundings * unit * plain[at].magnitude;
            const long double precision =
                is_whole(lab.element) ? 0 : 0x1p-48L * plain[at].magnitude;
            const long double reference =
                lab.element == Element::float64 ? 0x1p-58L * plain[at].magnitude : precision;
            // Of a half, terms of second order and underflow count.
            const long double nearly =
                is_half ? 0.05L * bound + 0x1p-16L * (1 + plain[at].magnitude) : 2e-6L * bound;
            const bool same = std::fabs(value - plain[at].value) <= reference &&
                              std::fabs(expected.allowed[i] - bound) <= nearly;
            differing += !same;
        }
    }
    return differing + (at != plain.size());
}

} // namespace

TEST_CASE("the sweep agrees with the plain model for any stencil, rule, element and grid") {
    std::mt19937 random(20240517);
    for (int trial = 0; trial < 900; ++trial) {
        const Lab one = random_lab(random);
        const Lab lab = trial % 3 == 0 ? with_more_inputs(one, random) : one;
        const Extents extents = random_extents(lab, random);
        const CaseData data = draw_case(lab, extents, random());
        CAPTURE(trial, cpp_name(lab.element), static_cast<int>(lab.boundary), lab.axes,
                describe(extents, lab), reach(lab), lab.stencil.size());
        REQUIRE(differing_cells(lab, data) == 0);
    }
}

TEST_CASE("rows longer than a strip are computed as a whole") {
    std::mt19937 random(7);
    for (const BoundaryRule rule : {BoundaryRule::keep, BoundaryRule::periodic}) {
        Lab lab = sweep_lab(Element::float64);
        lab.boundary = rule;
        lab.stencil[1].offset = {-3, 0, 0};
        for (const std::int64_t x : {511, 512, 513, 515, 1024, 1541}) {
            CHECK(differing_cells(lab, draw_case(lab, {x, 8, 7}, random())) == 0);
        }
    }
}

TEST_CASE("the expectation of a double lab is more precise than double") {
    // 1 + 2^-53 + 2^-60 - 1: nothing but the correction can hold it.
    Lab lab;
    lab.element = Element::float64;
    lab.axes = 1;
    lab.boundary = BoundaryRule::zero;
    lab.stencil = {{{0, 0, 0}, 1.0}, {{1, 0, 0}, 1.0}, {{2, 0, 0}, 1.0}, {{3, 0, 0}, -1.0}};
    CaseData data = draw_case(lab, {4, 1, 1}, 1);
    data.input = bytes(std::vector<double>{1, 0x1p-53, 0x1p-60, 1});
    const Sweep sweep(lab, data);
    ExpectedStrip expected;
    sweep.compute(sweep.strip(0), expected);
    CHECK(expected.value[0] + expected.correction[0] == 0x1p-53 + 0x1p-60);
}

TEST_CASE("a square is that of the exact sum") {
    Lab lab;
    lab.element = Element::float64;
    lab.axes = 1;
    lab.boundary = BoundaryRule::zero;
    lab.stencil = {{{0, 0, 0}, 1.0}, {{1, 0, 0}, 1.0}};
    lab.result_operation = ResultOperation::square;
    CaseData data = draw_case(lab, {2, 1, 1}, 1);
    data.input = bytes(std::vector<double>{1, 0x1p-60});
    const Sweep sweep(lab, data);
    ExpectedStrip expected;
    sweep.compute(sweep.strip(0), expected);
    CHECK(expected.value[0] == 1);
    CHECK(expected.correction[0] == 0x1p-59 + 0x1p-120);

    lab.element = Element::int32;
    const CaseData whole = draw_case(lab, {100, 1, 1}, 1);
    const auto in = values<std::int32_t>(whole.input);
    std::vector<std::int32_t> out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::int64_t sum = std::int64_t{in[i]} + (i + 1 < in.size() ? in[i + 1] : 0);
        REQUIRE(sum * sum <= std::int64_t{1} << 30);
        out[i] = static_cast<std::int32_t>(sum * sum);
    }
    CHECK(compare(lab, whole, bytes(out)).mismatches == 0);
    out[7] += 1;
    CHECK(compare(lab, whole, bytes(out)).mismatches == 1);
}

TEST_CASE(
    "one-sided: at the ends the stencil moves inwards and has coefficients for the cell's place") {
    Lab lab;
    lab.element = Element::int32;
    lab.axes = 1;
    lab.boundary = BoundaryRule::one_sided;
    lab.stencil = points_of(PointPattern::window, 1, 1);
    CaseData data = draw_case(lab, {5, 1, 1}, 1);
    REQUIRE(data.coefficients.size() == 9);
    data.coefficients = {1, 10, 100, 2, 20, 200, 3, 30, 300};
    data.input = bytes(std::vector<std::int32_t>{1, 2, 3, 4, 5});
    const std::vector<std::int32_t> right{321, 642, 864, 1086, 1629};
    CHECK(compare(lab, data, bytes(right)).mismatches == 0);
    CaseData two = draw_case(lab, {2, 1, 1}, 1);
    CHECK(compare(lab, two, bytes(std::vector<std::int32_t>{0, 0})).mismatches == 0);
    CHECK(compare(lab, two, bytes(std::vector<std::int32_t>{0, 1})).mismatches == 1);
}

#include "checker/reference/boundary.hpp"
#include "checker/reference/draw.hpp"
#include "checker/reference/elements.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

using namespace kit;
using namespace kit::tests;

namespace {

/// FNV-1a.
std::uint64_t fingerprint(const CaseData& data) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325u;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 0x100'0000'01B3u; };
    for (const std::byte byte : data.input) {
        add(std::to_integer<std::uint64_t>(byte));
    }
    for (const double coefficient : data.coefficients) {
        add(std::bit_cast<std::uint64_t>(coefficient));
    }
    return hash;
}

/// The smallest distance between the magnitudes of two coefficients.
double least_distance(std::vector<double> coefficients) {
    for (double& coefficient : coefficients) {
        coefficient = std::abs(coefficient);
    }
    std::ranges::sort(coefficients);
    double least = 10;
    for (std::size_t i = 1; i < coefficients.size(); ++i) {
        least = std::min(least, coefficients[i] - coefficients[i - 1]);
    }
    return least;
}

Lab star_of(std::size_t terms, Element element) {
    Lab lab = sweep_lab(element);
    lab.stencil.resize(terms);
    return lab;
}

} // namespace

TEST_CASE("a seed gives the same bits on every platform and with any number of threads") {
    CHECK(fingerprint(draw_case(sweep_lab(), {62, 62, 62}, 42)) == 0x1E69'1FDD'DCF0'EF51u);
    CHECK(fingerprint(draw_case(sweep_lab(Element::float64), {7, 200, 3}, 42)) ==
          0xC9C8'77C6'0965'6875u);
    CHECK(fingerprint(draw_case(sweep_lab(Element::int32), {7, 200, 3}, 42)) ==
          0x6F00'FF49'457E'4690u);
    CHECK(fingerprint(draw_case(laplacian_lab(), {7, 200, 3}, 42)) == 0xF872'DD4E'071F'3392u);
}

TEST_CASE("another seed or other extents give other data") {
    const CaseData data = draw_case(sweep_lab(), {5, 6, 7}, 1);
    const CaseData other_seed = draw_case(sweep_lab(), {5, 6, 7}, 2);
    const CaseData turned = draw_case(sweep_lab(), {7, 6, 5}, 1);
    CHECK(data.input != other_seed.input);
    CHECK(data.input != turned.input);
    CHECK(data.coefficients != other_seed.coefficients);
    CHECK(data.coefficients != turned.coefficients);
}

TEST_CASE("inputs fill their range and their mantissas") {
    const auto input = values<float>(draw_case(sweep_lab(), {62, 62, 62}, 3).input);
    const auto [least, greatest] = std::ranges::minmax_element(input);
    CHECK((*least >= -1 && *least < -0.999));
    CHECK((*greatest <= 1 && *greatest > 0.999));
    double sum = 0;
    int odd = 0;
    for (const float value : input) {
        sum += value;
        odd += static_cast<int>(std::bit_cast<std::uint32_t>(value) & 1);
    }
    const auto count = static_cast<double>(input.size());
    CHECK(std::abs(sum / count) < 0.01);
    CHECK(std::abs(odd / count - 0.5) < 0.01);

    const auto doubles =
        values<double>(draw_case(sweep_lab(Element::float64), {62, 62, 62}, 3).input);
    odd = 0;
    for (const double value : doubles) {
        odd += static_cast<int>(std::bit_cast<std::uint64_t>(value) & 1);
    }
    CHECK(std::abs(odd / count - 0.5) < 0.01);
}

TEST_CASE("a lab with a result range gets inputs that reach below, into and above it") {
    const Lab lab = laplacian_lab();
    const CaseData data = draw_case(lab, {33, 33, 33}, 3);
    const auto in = values<float>(data.input);
    int below = 0;
    int above = 0;
    int cells = 0;
    for (std::int64_t z = 1; z < 32; ++z) {
        for (std::int64_t y = 1; y < 32; ++y) {
            for (std::int64_t x = 1; x < 32; ++x) {
                double sum = 0;
                for (const StencilPoint& point : lab.stencil) {
                    sum += *point.coefficient *
                           in[data.extents.index(x + point.offset[0], y + point.offset[1],
                                                 z + point.offset[2])];
                }
                ++cells;
                below += sum < 0;
                above += sum > 255;
            }
        }
    }
    CHECK(below > cells / 10);
    CHECK(above > cells / 10);
    CHECK(cells - below - above > cells / 10);
}

TEST_CASE("drawn coefficients can be told apart, whatever their sign") {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        for (const std::size_t terms : {1, 2, 7, 13, 25}) {
            for (const Element element : {Element::float32, Element::float64}) {
                const auto drawn = draw_case(star_of(terms, element), {1, 1, 1}, seed).coefficients;
                REQUIRE(drawn.size() == terms);
                REQUIRE(least_distance(drawn) >= (terms <= 13 ? 0.05 : 0.027));
                for (const double value : drawn) {
                    REQUIRE((std::abs(value) >= 0.25 && std::abs(value) <= 1));
                    REQUIRE((element == Element::float64 || static_cast<float>(value) == value));
                }
            }
            const auto whole = draw_case(star_of(terms, Element::int32), {1, 1, 1}, seed);
            REQUIRE(least_distance(whole.coefficients) >= 1);
            for (const double value : whole.coefficients) {
                REQUIRE((value != 0 && value == std::round(value)));
            }
        }
    }
}

TEST_CASE("fixed coefficients stay, rounded to the element, and drawn integers avoid them") {
    Lab lab = sweep_lab();
    lab.stencil[2].coefficient = 0.1;
    CHECK(draw_case(lab, {3, 3, 3}, 1).coefficients[2] == static_cast<double>(0.1f));
    lab.element = Element::float64;
    CHECK(draw_case(lab, {3, 3, 3}, 1).coefficients[2] == 0.1);
    lab.element = Element::int32;
    lab.stencil[2].coefficient = -3;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto coefficients = draw_case(lab, {3, 3, 3}, seed).coefficients;
        CHECK(coefficients[2] == -3);
        CHECK(least_distance(coefficients) >= 1);
    }
}

TEST_CASE("no sum of an int lab can overflow or equal the poison") {
    Lab lab = sweep_lab(Element::int32);
    lab.stencil[0].coefficient = 50000;
    const CaseData data = draw_case(lab, {33, 33, 33}, 9);
    CHECK(most_of_sums<std::int32_t>(data) > 50000.0 * 1000);
    CHECK(most_of_sums<std::int32_t>(data) <= static_cast<double>(greatest_sum(Element::int32)));
    CHECK(std::abs(std::bit_cast<std::int32_t>(poison_bits<std::int32_t>)) >
          greatest_sum(Element::int32));
}

TEMPLATE_TEST_CASE("the poison of a real element is a signalling NaN", "", float, double) {
    const auto bits = poison_bits<TestType>;
    constexpr int mantissa = sizeof(TestType) == 4 ? 23 : 52;
    using Bits = BitsOf<TestType>;
    CHECK(std::isnan(std::bit_cast<TestType>(bits)));
    CHECK((bits >> (mantissa - 1) & Bits{1}) == 0);
}

TEST_CASE("the output holds the input where the lab keeps it, and poison everywhere else") {
    std::mt19937 random(11);
    for (int trial = 0; trial < 200; ++trial) {
        Lab lab = random_lab(random);
        lab.element = Element::int32;
        const Extents extents = random_extents(lab, random);
        const CaseData data = draw_case(lab, extents, random());
        const auto in = values<std::int32_t>(data.input);
        const auto out = values<std::int32_t>(data.output);
        const Interior inner = interior(lab, extents);
        for (std::int64_t at = 0; at < extents.cells(); ++at) {
            const auto [x, y, z] = extents.cell(at);
            const auto i = static_cast<std::size_t>(at);
            const bool kept = lab.boundary == BoundaryRule::keep && !inner.contains({x, y, z});
            REQUIRE((kept ? out[i] == in[i] : is_poison(out[i])));
        }
    }
}

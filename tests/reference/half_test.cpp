// Elements of two bytes: the numbers of half, and that right kernels pass whatever they round.
#include "checker/reference/comparison.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

using namespace kit;
using namespace kit::tests;

namespace {

Half half_of(int bits) {
    return std::bit_cast<Half>(static_cast<std::uint16_t>(bits));
}

/// The bits of the nearest half by looking at all that are not negative; halfway between two the even ones.
int nearest_bits(double size) {
    int best = 0;
    for (int bits = 1; bits < 0x7c00; ++bits) {
        const double distance = std::fabs(static_cast<double>(half_of(bits)) - size);
        const double least = std::fabs(static_cast<double>(half_of(best)) - size);
        best = distance < least || (distance == least && bits % 2 == 0) ? bits : best;
    }
    return best;
}

double rounded(double value) {
    return static_cast<double>(Half(value));
}

/// Σ c·x as a kernel of halves might arrange it: each operation rounds, or products stay exact (fused), or it is
/// summed in float and rounded once.
double sum_of(const std::vector<double>& terms, int way) {
    const auto add = [way](double a, double b) { return way == 2 ? a + b : rounded(a + b); };
    double sum = 0;
    for (const double term : terms) {
        sum = add(sum, way == 0 ? rounded(term) : term);
    }
    return rounded(sum);
}

} // namespace

TEST_CASE("a half keeps every number that it has") {
    for (int bits = 0; bits < 0x10000; ++bits) {
        const auto value = static_cast<double>(half_of(bits));
        const bool is_nan = (bits & 0x7fff) > 0x7c00;
        REQUIRE(std::isnan(value) == is_nan);
        REQUIRE((is_nan || Half(value).bits == bits));
    }
    CHECK(static_cast<double>(half_of(0x3c00)) == 1);
    CHECK(static_cast<double>(half_of(0x7bff)) == 65504);
    CHECK(static_cast<double>(half_of(0x0001)) == 0x1p-24);
    CHECK(static_cast<double>(half_of(0xc500)) == -5);
}

TEST_CASE("a number becomes the nearest half") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> mantissa(1, 2);
    for (int trial = 0; trial < 300; ++trial) {
        const double size = std::ldexp(mantissa(random), static_cast<int>(random() % 44) - 28);
        CAPTURE(size);
        REQUIRE(Half(size).bits == (size >= 65520 ? 0x7c00 : nearest_bits(size)));
        REQUIRE(Half(-size).bits == (Half(size).bits | 0x8000));
    }
    for (int bits = 0; bits < 0x7bff; ++bits) { // halfway
        const double middle =
            (static_cast<double>(half_of(bits)) + static_cast<double>(half_of(bits + 1))) / 2;
        REQUIRE(Half(middle).bits == bits + bits % 2);
    }
}

TEST_CASE("right kernels of halves pass in any order, and where products underflow") {
    std::mt19937 random(17);
    double greatest = 0;
    for (const double reach : {1.0, 0x1p-12}) {
        for (int trial = 0; trial < 60; ++trial) {
            Lab lab = random_lab(random);
            lab.element = Element::float16;
            lab.boundary = BoundaryRule::periodic;
            lab.result_range.reset();
            lab.input_range = ResultRange{-reach, reach};
            const Extents extents = random_extents(lab, random);
            const CaseData data = draw_case(lab, extents, random());
            const auto in = values<Half>(data.input);
            std::vector<Half> out(in.size());
            for (std::size_t at = 0; at < in.size(); ++at) {
                const auto [x, y, z] = extents.cell(static_cast<std::int64_t>(at));
                std::vector<double> terms;
                for (std::size_t i = 0; i < lab.stencil.size(); ++i) {
                    const auto& [dx, dy, dz] = lab.stencil[i].offset;
                    const auto around = [](std::int64_t where, std::int64_t extent) {
                        return (where % extent + extent) % extent;
                    };
                    const std::int64_t from =
                        extents.index(around(x + dx, extents.x), around(y + dy, extents.y),
                                      around(z + dz, extents.z));
                    terms.push_back(data.coefficients[i] * static_cast<double>(in[from]));
                }
                std::ranges::shuffle(terms, random);
                const double sum = sum_of(terms, static_cast<int>(random() % 3));
                const bool squares = lab.result_operation == ResultOperation::square;
                out[at] = Half(squares ? sum * sum : sum);
            }
            const Comparison comparison = compare(lab, data, bytes(out));
            CAPTURE(trial, reach, lab.stencil.size());
            REQUIRE(comparison.mismatches == 0);
            greatest = std::max(greatest, comparison.max_error / comparison.allowed_error);
        }
    }
    CHECK(greatest > 0.1);
}

TEST_CASE("a short's sums fit into it, and none is the poison") {
    std::mt19937 random(5);
    for (int trial = 0; trial < 60; ++trial) {
        Lab lab = random_lab(random);
        lab.element = Element::int16;
        lab.result_range.reset();
        const CaseData data = draw_case(lab, random_extents(lab, random), random());
        const double sum = most_of_sums<std::int16_t>(data);
        REQUIRE((lab.result_operation == ResultOperation::square ? sum * sum : sum) <= 1 << 14);
    }
    CHECK(std::bit_cast<std::int16_t>(poison_bits<std::int16_t>) < -(1 << 14));
    CHECK(std::isnan(static_cast<double>(half_of(poison_bits<Half>))));
    CHECK((poison_bits<Half> & 0x200) == 0); // a signalling NaN
}

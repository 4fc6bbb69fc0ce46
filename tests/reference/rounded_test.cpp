// The numbers of a lab's own reference: their bound holds for a kernel's arithmetic, in any order, and is no guess.
#include "checker/reference/own/rounded.hpp"
#include "tests/catch.hpp"

#include <cmath>
#include <random>
#include <type_traits>
#include <vector>

using kit::Rounded;

namespace {

/// The formula in one of two orders of operations, in any number type.
template <class Number>
Number formula(const std::vector<Number>& x, bool other_order) {
    using std::exp;
    using std::fabs;
    using std::max;
    using std::min;
    using std::sqrt;
    const Number sum = other_order ? (x[3] + x[0]) + (x[2] - x[1]) : x[0] - x[1] + x[2] + x[3];
    const Number product = other_order ? x[4] * x[0] - x[4] * x[1] : x[4] * (x[0] - x[1]);
    return sqrt(fabs(sum) + Number(0.1)) * exp(-product) / (Number(1) + max(x[5], x[0] * x[0])) +
           min(sum, product);
}

} // namespace

TEMPLATE_TEST_CASE("a rounded number's bound holds for both orders of a formula", "", float,
                   double) {
    std::mt19937 bits(7);
    std::uniform_real_distribution<double> draw(-1, 1);
    double nearest = 0; ///< the greatest part of a bound that an error took
    for (int round = 0; round < 20'000; ++round) {
        std::vector<TestType> plain;
        std::vector<Rounded<TestType>> rounded;
        std::vector<long double> exact;
        for (int i = 0; i < 6; ++i) {
            plain.push_back(static_cast<TestType>(draw(bits)));
            rounded.emplace_back(plain.back());
            exact.push_back(static_cast<long double>(plain.back()));
        }
        exact.push_back(0);
        const Rounded<TestType> bounded = formula(rounded, false);
        const double value = std::is_same_v<TestType, float>
                                 ? bounded.value
                                 : static_cast<double>(formula(exact, false));
        for (const bool other_order : {false, true}) {
            const double error =
                std::fabs(static_cast<double>(formula(plain, other_order)) - value);
            REQUIRE(error <= bounded.error);
            nearest = std::max(nearest, error / bounded.error);
        }
    }
    CHECK(nearest > 0.02);
    CHECK_FALSE(Rounded<TestType>::is_doubtful);
}

TEST_CASE("a comparison that rounding decides is doubtful, one of inputs is not") {
    const Rounded<float> a = 0.5;
    const Rounded<float> third = Rounded<float>(1) / 3;
    CHECK(a == 0.5);
    CHECK(third < a);
    CHECK_FALSE(Rounded<float>::is_doubtful);
    CHECK_FALSE(third * 3 < 1);
    CHECK(std::exchange(Rounded<float>::is_doubtful, false));
    CHECK(min(third * 3, Rounded<float>(1)).error > 0);
    CHECK_FALSE(Rounded<float>::is_doubtful);
    CHECK(std::isinf((a / (third * 3 - 1)).error));
}

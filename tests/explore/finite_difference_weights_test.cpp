// The weights against textbook values and against what they must be exact for.
#include "checker/explore/finite_difference_weights.hpp"
#include "tests/catch.hpp"

#include <cmath>

using namespace kit;

namespace {

/// One set of the weights.
std::vector<double> set_of(int order, int radius, int place) {
    const std::vector<double> all = finite_difference_weights(order, radius);
    const auto points = static_cast<std::ptrdiff_t>(2 * radius + 1);
    return {all.begin() + place * points, all.begin() + (place + 1) * points};
}

void check_near(const std::vector<double>& got, const std::vector<double>& expected) {
    REQUIRE(got.size() == expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        CHECK(std::abs(got[i] - expected[i]) < 1e-14);
    }
}

/// The derivative of x^power at x.
double derivative_of_power(int order, int power, double x) {
    double factor = 1;
    for (int i = 0; i < order; ++i) {
        factor *= power - i;
    }
    return power < order ? 0 : factor * std::pow(x, power - order);
}

} // namespace

TEST_CASE("the differences of the textbooks") {
    check_near(set_of(1, 1, 1), {-1.0 / 2, 0, 1.0 / 2});
    check_near(set_of(1, 1, 0), {-3.0 / 2, 2, -1.0 / 2});
    check_near(set_of(2, 1, 1), {1, -2, 1});
    check_near(set_of(1, 2, 2), {1.0 / 12, -8.0 / 12, 0, 8.0 / 12, -1.0 / 12});
    check_near(set_of(2, 2, 2), {-1.0 / 12, 16.0 / 12, -30.0 / 12, 16.0 / 12, -1.0 / 12});
}

TEST_CASE("every set is exact for polynomials up to the window's degree, and not beyond") {
    for (int radius = 1; radius <= 4; ++radius) {
        for (int order = 1; order <= 2; ++order) {
            for (int place = 0; place <= 2 * radius; ++place) {
                const std::vector<double> weights = set_of(order, radius, place);
                for (int power = 0; power <= 2 * radius; ++power) {
                    double sum = 0;
                    double scale = 1;
                    for (int point = 0; point <= 2 * radius; ++point) {
                        const double term = weights[point] * std::pow(point - place, power);
                        sum += term;
                        scale += std::abs(term);
                    }
                    CAPTURE(radius, order, place, power);
                    CHECK(std::abs(sum - derivative_of_power(order, power, 0)) < 1e-14 * scale);
                }
            }
        }
    }
}

TEST_CASE("the leading error is the next power's") {
    for (int radius = 1; radius <= 3; ++radius) {
        for (int order = 1; order <= 2; ++order) {
            // Of x^m at 0, m = 2R + order, the derivative of order m is m!, all others are 0.
            const std::vector<double> weights = set_of(order, radius, radius);
            const int power = 2 * radius + order;
            double sum = 0;
            for (int point = 0; point <= 2 * radius; ++point) {
                sum += weights[point] * std::pow(point - radius, power);
            }
            CAPTURE(radius, order);
            CHECK(std::abs(std::abs(sum) / std::tgamma(power + 1.0) /
                               discretization_factor(order, radius) -
                           1) < 1e-12);
        }
    }
}

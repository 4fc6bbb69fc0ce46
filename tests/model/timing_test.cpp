// Medians and their intervals against literal tables and a simulation.
#include "checker/model/timing.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <random>

using namespace kit;

TEST_CASE("the median and its interval by order statistics") {
    CHECK(summarize({3}).median == 3);
    CHECK(summarize({4, 1}).median == 2.5);
    CHECK(summarize({1, 2, 3, 4, 5}).relative_half_width == 1); // too few for 95 %
    std::vector<double> ten;
    for (int i = 1; i <= 10; ++i) {
        ten.push_back(i);
    }
    // n = 10: the 2nd and the 9th hold the median with 97.9 % (any table of the sign test).
    CHECK(summarize(ten).relative_half_width == Approx((9.0 - 2.0) / 2 / 5.5));
    CHECK(summarize(ten).least == 1);
    CHECK(summarize(ten).greatest == 10);
    std::vector<double> thirty;
    for (int i = 1; i <= 30; ++i) {
        thirty.push_back(100 + i);
    }
    // n = 30: the 10th and the 21st.
    CHECK(summarize(thirty).relative_half_width == Approx((121.0 - 110.0) / 2 / 115.5));
}

TEST_CASE("the interval holds the median about as often as it says") {
    std::mt19937_64 generator(11);
    std::exponential_distribution<double> skewed(1);
    const double true_median = 0.6931471805599453;
    int held = 0;
    constexpr int trials = 2000;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> times;
        for (int i = 0; i < 30; ++i) {
            times.push_back(skewed(generator));
        }
        std::ranges::sort(times);
        // The 10th and the 21st of 30, as above.
        held += times[9] <= true_median && true_median <= times[20] ? 1 : 0;
    }
    CHECK(held > trials * 94 / 100);
    CHECK(held < trials * 99 / 100);
}

TEST_CASE("measuring stops when the median is known") {
    const std::vector<double> steady(30, 1.0);
    CHECK(settled(summarize(steady)));
    CHECK_FALSE(settled(summarize(std::vector<double>(29, 1.0))));
    std::vector<double> wild;
    for (int i = 0; i < 60; ++i) {
        wild.push_back(i % 2 == 0 ? 1 : 2);
    }
    CHECK_FALSE(settled(summarize(wild)));
    CHECK(inconclusive(summarize(wild)));
    CHECK_FALSE(inconclusive(summarize(steady)));
    CHECK(inconclusive(summarize({1, 1, 1})));
}

TEST_CASE("warm-up ends when launches stop getting faster") {
    CHECK_FALSE(warmed_up({1, 1, 1, 1, 1, 1, 1, 1, 1}));
    CHECK(warmed_up({5, 4, 1, 1, 1, 1, 1, 1, 1, 1}));
    CHECK_FALSE(warmed_up({10, 9, 8, 7, 6, 5, 4, 3, 2, 1}));
}

#include "checker/base/numbers.hpp"
#include "tests/catch.hpp"

#include <limits>

using namespace kit;

TEST_CASE("counts have separators between thousands") {
    CHECK(thousands(0) == "0");
    CHECK(thousands(999) == "999");
    CHECK(thousands(1000) == "1,000");
    CHECK(thousands(1'643'032) == "1,643,032");
    CHECK(thousands(std::numeric_limits<std::uint64_t>::max()) == "18,446,744,073,709,551,615");
}

TEST_CASE("times have the unit that fits") {
    CHECK(duration(0) == "<1 ms");
    CHECK(duration(0.0006) == "1 ms");
    CHECK(duration(0.0994) == "99 ms");
    CHECK(duration(0.0996) == "0.10 s");
    CHECK(duration(9.99) == "9.99 s");
    CHECK(duration(12.44) == "12.4 s");
    CHECK(duration(119.96) == "2 min 0 s");
    CHECK(duration(185) == "3 min 5 s");
}

TEST_CASE("differences are equal or in percent, however small or large") {
    CHECK(difference(8000, 8000) == "equal");
    CHECK(difference(0, 0) == "equal");
    CHECK(difference(9000, 8000) == "+12.5 %");
    CHECK(difference(7600, 8000) == "−5.0 %");
    CHECK(difference(1'643'031, 1'643'032) == "−0.000061 %");
    CHECK(difference(100'500, 100'000) == "+0.50 %");
    CHECK(difference(11'501'224, 100) == "+11,501,124 %");
    CHECK(difference(3, 0) == "more than none");
}

TEST_CASE("errors have two digits") {
    CHECK(magnitude(0) == "0");
    CHECK(magnitude(2.38e-7) == "2.4e-07");
    CHECK(magnitude(1.73) == "1.7");
    CHECK(magnitude(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(magnitude(std::numeric_limits<double>::quiet_NaN()) == "nan");
}

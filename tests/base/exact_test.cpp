#include "checker/base/exact.hpp"
#include "checker/base/numbers.hpp"
#include "tests/catch.hpp"

#include <limits>

using namespace kit;

namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

} // namespace

TEST_CASE("arithmetic reaches the last 64-bit number and refuses the next") {
    CHECK(checked_add(most - 1, 1) == most);
    CHECK_THROWS_AS(checked_add(most, 1), Overflow);
    CHECK_THROWS_AS(checked_add(least, -1), Overflow);
    CHECK(checked_sub(least + 1, 1) == least);
    CHECK_THROWS_AS(checked_sub(0, least), Overflow);
    CHECK(checked_mul(3037000499, 3037000499) == 9223372030926249001);
    CHECK_THROWS_AS(checked_mul(3037000500, 3037000500), Overflow);
    CHECK_THROWS_AS(checked_mul(least, -1), Overflow);
    CHECK(checked_pow(2, 62) == std::int64_t{1} << 62);
    CHECK_THROWS_AS(checked_pow(2, 63), Overflow);
    CHECK(checked_pow(7, 0) == 1);
    CHECK_THROWS_AS(checked_pow(2, -1), BadInput);
    CHECK(checked_product({}) == 1);
    CHECK(checked_product({2, 3, 7}) == 42);
    CHECK(checked_product({most, most, 0}) == 0);
    CHECK_THROWS_AS(checked_product({most, 2}), Overflow);
}

TEST_CASE("an overflow says which calculation did not fit") {
    CHECK_THROWS_WITH(checked_mul(4000000000, 4000000000),
                      ContainsSubstring("4,000,000,000 · 4,000,000,000 does not fit in 64 bits"));
}

TEST_CASE("division rounds up, below zero too") {
    CHECK(ceil_div(120, 8) == 15);
    CHECK(ceil_div(121, 8) == 16);
    CHECK(ceil_div(0, 8) == 0);
    CHECK(ceil_div(-7, 8) == 0);
    CHECK(ceil_div(-8, 8) == -1);
    CHECK(ceil_div(most, most) == 1);
    CHECK(ceil_div(most, 1) == most);
    CHECK_THROWS_AS(ceil_div(1, 0), BadInput);
    CHECK_THROWS_AS(ceil_div(1, -1), BadInput);
}

TEST_CASE("a fraction is kept in lowest terms") {
    CHECK(Rational(187200, 73728) == Rational(325, 128));
    CHECK(Rational(187200, 73728).fraction() == "325/128");
    CHECK(Rational(6, -4).fraction() == "-3/2");
    CHECK(Rational(8, 4).fraction() == "2");
    CHECK(Rational(0, 5) == Rational(0));
    CHECK(Rational(least, least) == Rational(1));
    CHECK_THROWS_AS(Rational(1, 0), BadInput);
    CHECK_THROWS_AS(Rational(1, least), Overflow);
}

TEST_CASE("fractions are subtracted and multiplied exactly") {
    CHECK(Rational(1) - Rational(216, 512) == Rational(37, 64));
    CHECK(Rational(1, 3) - Rational(1, 2) == Rational(-1, 6));
    CHECK(Rational(1, most) - Rational(1, most) == Rational(0));
    CHECK(Rational(most, 7) * Rational(7, most) == Rational(1));
    CHECK_THROWS_AS(Rational(most) * Rational(2), Overflow);
    CHECK_THROWS_AS(Rational(least) - Rational(1), Overflow);
}

TEST_CASE("fractions are added, divided and compared exactly") {
    CHECK(Rational(1, 3) + Rational(1, 6) == Rational(1, 2));
    CHECK(Rational(13, 28) / Rational(13, 32) == Rational(8, 7));
    CHECK(Rational(1) / Rational(-2) == Rational(-1, 2));
    CHECK_THROWS_AS(Rational(1) / Rational(0), BadInput);
    CHECK_THROWS_AS(Rational(std::numeric_limits<std::int64_t>::max()) + 1, Overflow);
    CHECK(Rational(1, 3) < Rational(334, 1000));
    CHECK(!(Rational(1, 3) < Rational(1, 3)));
    CHECK(Rational(-1, 2) < Rational(-1, 3));
}

TEST_CASE("decimals are rounded from the exact value, halves away from zero") {
    CHECK(Rational(187200, 73728).decimal(3) == "2.539");
    CHECK(Rational(187200, 131328).decimal(3) == "1.425");
    CHECK(Rational(1, 8).decimal(2) == "0.13");
    CHECK(Rational(-1, 8).decimal(2) == "-0.13");
    CHECK(Rational(1249, 10000).decimal(2) == "0.12");
    CHECK(Rational(9995, 10000).decimal(3) == "1.000");
    CHECK(Rational(99951, 1000).decimal(1) == "100.0");
    CHECK(Rational(1, 2).decimal(0) == "1");
    CHECK(Rational(-1, 3).decimal(0) == "0");
    CHECK(Rational(2, 3).decimal(25) == "0.6666666666666666666666667");
    CHECK(Rational(most, 1).decimal(1) == "9223372036854775807.0");
    CHECK(Rational(least, 1).decimal(0) == "-9223372036854775808");
    CHECK(Rational(most - 1, most).decimal(3) == "1.000");
    CHECK_THROWS_AS(Rational(1).decimal(-1), BadInput);
    CHECK(Rational(1, 4).approximate() == 0.25);
}

TEST_CASE("numbers are written for readers") {
    CHECK(thousands(0) == "0");
    CHECK(thousands(999) == "999");
    CHECK(thousands(1000) == "1,000");
    CHECK(thousands(-999) == "-999");
    CHECK(thousands(-1643032) == "-1,643,032");
    CHECK(thousands(least) == "-9,223,372,036,854,775,808");
    CHECK(product_text({118, 118, 118}) == "118³");
    CHECK(product_text({30, 30, 16}) == "30·30·16");
    CHECK(product_text({30, 30, 1}, 2) == "30²");
    CHECK(product_text({8, 1, 1}, 1) == "8");
    CHECK(shape_text({32, 32, 1}, 2) == "32×32");
}

// Answers as students type them: what is read, what is refused, and what counts as the same number.
#include "analytics/quiz/typed_answer.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace kit;

namespace {

Rational value(const std::string& text) {
    return typed_answer(text).value;
}

} // namespace

TEST_CASE("numbers are read with and without groups") {
    for (const char* text : {"1643032", "1,643,032", "1 643 032", "1_643_032", "1'643'032",
                             " 1643032 ", "= 1,643,032", "1643032.0", "1.643032e6", "1643032."}) {
        CAPTURE(text);
        CHECK(value(text) == Rational(1643032));
    }
    CHECK(value("2.539") == Rational(2539, 1000));
    CHECK(value(".5") == Rational(1, 2));
    CHECK(value("-3") == Rational(-3));
    CHECK(value("5e-1") == Rational(1, 2));
}

TEST_CASE("products, powers, fractions and roundings are computed") {
    for (const char* text :
         {"20^3", "20**3", "20³", "20*20*20", "20·20·20", "20 x 20 x 20", "20×20×20", "20x20x20",
          "(6+14)^3", "⌈118/6⌉^3", "ceil(118/6)^3", "⌈(120 − 2)/6⌉³", "8000/1", "16000 ÷ 2",
          "floor(20.9)^3", "2*10^3*4"}) {
        CAPTURE(text);
        CHECK(value(text) == Rational(8000));
    }
    CHECK(value("13/28") == Rational(13, 28));
    CHECK(value("187,200 / 73,728") == Rational(187200, 73728));
    CHECK(value("-2^2") == Rational(-4));
    CHECK(value("2 - 3 - 4") == Rational(-5));
    CHECK(value("floor(-1/2)") == Rational(-1));
    CHECK(value("ceil(-1/2)") == Rational(0));
}

TEST_CASE("units are read behind the number") {
    CHECK(typed_answer("8000 blocks").unit == Unit::blocks);
    CHECK(typed_answer("20^3 thread blocks.").unit == Unit::blocks);
    CHECK(typed_answer("12,288 B").unit == Unit::bytes);
    CHECK(typed_answer("2.54 OP/B").unit == Unit::operations_per_byte);
    CHECK(typed_answer("2.54 FLOPs per byte").unit == Unit::operations_per_byte);
    CHECK(value("12 KB") == Rational(12288));
    CHECK(value("3072 floats") == Rational(3072));
    CHECK(typed_answer("3072 floats").element_bytes == 4);
    CHECK(!typed_answer("7").unit);
}

TEST_CASE("what is no answer is refused in a sentence") {
    for (const char* text : {"",
                             "  ",
                             "=",
                             "8000 furlongs",
                             "20^",
                             "20^^3",
                             "(20",
                             "20)",
                             "⌈20",
                             "1..2",
                             "2^2.5",
                             "2^-1",
                             "2^65",
                             "1/0",
                             "9223372036854775807 + 1",
                             "99999999999999999999",
                             "9^64",
                             "1e19",
                             "20x",
                             "x20",
                             "--",
                             "1,23,45",
                             "\x1b[31m",
                             "\xff\xfe",
                             "ceil 3",
                             "+"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(typed_answer(text), BadInput);
    }
    CHECK(value("2,54") == Rational(254, 100));
    CHECK_THROWS_WITH(typed_answer("20 *"), ContainsSubstring("it ends too early"));
    CHECK_THROWS_WITH(typed_answer("8000 furlongs"),
                      ContainsSubstring("'furlongs' cannot be read"));
    CHECK_THROWS_AS(typed_answer(std::string(150, '(') + "1"), BadInput);
    CHECK_THROWS_AS(typed_answer(std::string(3000, '1')), BadInput);
}

TEST_CASE("a decimal agrees with what it is the beginning of") {
    const Rational ratio(187200, 73728); // 2.5390625
    for (const char* text : {"2.539", "2.54", "2.5", "2.53", "2.5391", "2.53906", "2.5390625",
                             "187200/73728", "325/128", "13*14400/(4*18432)", "3.25*0.78125"}) {
        CAPTURE(text);
        CHECK(agrees(typed_answer(text), ratio));
    }
    for (const char* text : {"2.55", "2.6", "2.52", "2.538", "2.5392", "2.734", "3", "325/127"}) {
        CAPTURE(text);
        CHECK(!agrees(typed_answer(text), ratio));
    }
    CHECK(too_coarse(typed_answer("3"), ratio));
    CHECK(too_coarse(typed_answer("2"), ratio));
    CHECK(!too_coarse(typed_answer("2.5"), ratio));
    CHECK(!too_coarse(typed_answer("5"), ratio));
    CHECK(too_coarse(typed_answer("0.4"), Rational(13, 32)));
}

TEST_CASE("a whole number is exact or wrong") {
    CHECK(agrees(typed_answer("8000.0"), 8000));
    for (const char* text : {"8000.4", "7999.99", "8e3 + 1", "8.001e3"}) {
        CAPTURE(text);
        CHECK(!agrees(typed_answer(text), 8000));
    }
    CHECK(!too_coarse(typed_answer("8001"), 8000));
}

#include "checker/base/json_text.hpp"
#include "checker/grading/writers/item_account.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("points are written as people write them") {
    CHECK(points_text(15) == "15");
    CHECK(points_text(7.5) == "7.5");
    CHECK(points_text(0) == "0");
    CHECK(points_text(-0.0) == "0");
    CHECK(points_text(-0.00001) == "0");
    CHECK(points_text(-1.5) == "-1.5");
    CHECK(points_text(10.0 / 3) == "3.3333");
    CHECK(points_text(2.4999999999) == "2.5");
    CHECK(points_text(1e6) == "1000000");
    CHECK(points_text(100) == "100");
}

TEST_CASE("points in JSON are numbers without a needless fraction") {
    CHECK(json_line(points_number(15)) == "15");
    CHECK(json_line(points_number(7.5)) == "7.5");
    CHECK(json_line(points_number(10.0 / 3)) == "3.3333");
    CHECK(json_line(points_number(-0.0)) == "0");
}

TEST_CASE("points of points agree in number") {
    CHECK(points_of(0, 1) == "0 of 1 point");
    CHECK(points_of(7.5, 15) == "7.5 of 15 points");
}

#include "checker/base/layout.hpp"
#include "tests/catch.hpp"

using namespace kit;
using Lines = std::vector<std::string>;

TEST_CASE("text wraps at spaces, and inside words that are too long") {
    CHECK(wrap("one two three", 9) == Lines{"one two", "three"});
    CHECK(wrap("one two three", 13) == Lines{"one two three"});
    CHECK(wrap("abcdefghijkl", 8) == Lines{"abcdefgh", "ijkl"});
    CHECK(wrap("³³³³³³³³³", 8) == Lines{"³³³³³³³³", "³"});
    CHECK(wrap("", 8) == Lines{""});
    CHECK(wrap(std::string(1 << 20, 'a'), 64).size() == 1 << 14); // a compiler may print that much
}

TEST_CASE("wrapping keeps line ends and repeats indentation") {
    CHECK(wrap("a\n\nb", 20) == Lines{"a", "", "b"});
    CHECK(wrap("  one two three", 10) == Lines{"  one two", "  three"});
    CHECK(wrap("                    deep", 10) == Lines{"     deep"});
    CHECK(wrap("a\n", 20) == Lines{"a"});
}

TEST_CASE("cutting and padding count columns, not bytes") {
    CHECK(cut("120³×2", 6) == "120³×2");
    CHECK(cut("120³×20", 6) == "120³×…");
    CHECK(pad_left("3³", 4) == "  3³");
    CHECK(pad_right("3³", 4) == "3³  ");
    CHECK(pad_left("12345", 4) == "12345");
    CHECK(plural(1, "error") == "1 error");
    CHECK(plural(1024, "error") == "1,024 errors");
    CHECK(join({"a", "b"}) == "a, b");
    CHECK(join({"a", "b", "c"}, ", ", " and ") == "a, b and c");
    CHECK(join({}).empty());
}

#include "checker/base/utf8.hpp"
#include "tests/catch.hpp"

using namespace kit;

TEST_CASE("what is not UTF-8 is replaced, the rest stays") {
    CHECK(valid_utf8("3³ × 數 😀") == "3³ × 數 😀");
    CHECK(valid_utf8("a\xff\x62") == "a\uFFFDb");
    CHECK(valid_utf8("cut \xe2\x82") == "cut \uFFFD\uFFFD");
    CHECK(valid_utf8("\xc0\xaf") == "\uFFFD\uFFFD");                     // over-long
    CHECK(valid_utf8("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");           // surrogate
    CHECK(valid_utf8("\xf4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD"); // past U+10FFFF
    CHECK(valid_utf8(std::string_view("\0", 1)).size() == 1);
}

TEST_CASE("printable text cannot drive a terminal") {
    CHECK(printable("a\tb") == "a    b");
    CHECK(printable("one\r\ntwo\n") == "one\ntwo\n");
    CHECK(printable("\x1b[2J\a\b\r\x7f") == "\\x1b[2J\\x07\\x08\\x0d\\x7f");
    CHECK(printable("\u009b31m") == "\\x9b31m");
    CHECK(printable("\u202Eabc\u2066") == "\uFFFDabc\uFFFD");
    CHECK(printable(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("widths are those on a terminal") {
    CHECK(width_of("120³ × 2 – ✓ …") == 14);
    CHECK(width_of("e\u0301") == 1);
    CHECK(width_of("数値") == 4);
    CHECK(width_of("😀") == 2);
    CHECK(prefix_within("数値", 3) == 3);
    CHECK(prefix_within("120³", 9) == 5);
    CHECK(prefix_within("abc", 0) == 0);
}

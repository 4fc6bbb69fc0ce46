#include "checker/report/style.hpp"
#include "tests/catch.hpp"

#include <unistd.h>

using namespace kit;

TEST_CASE("what is no terminal gets no colours") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const TextStyle style = style_of_terminal(ends[1]);
    CHECK_FALSE(style.colour);
    CHECK(style.width == 100);
    CHECK(paint(style, Tone::bad, "x") == "x");
    CHECK(paint({true, 80}, Tone::bad, "x") == "\x1b[1;31mx\x1b[0m");
    close(ends[0]);
    close(ends[1]);
}

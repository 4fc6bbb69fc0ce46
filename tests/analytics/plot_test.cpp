// Axes with round numbers, and plots whose points are where they belong.
#include "analytics/report/layout.hpp"
#include "analytics/report/plot.hpp"
#include "tests/catch.hpp"

using namespace analytics;

TEST_CASE("ticks are round numbers around the values") {
    CHECK(ticks(0, 1.4, 4) == std::vector<double>{0, 0.5, 1, 1.5});
    CHECK(ticks(0, 100, 5) == std::vector<double>{0, 20, 40, 60, 80, 100});
    CHECK(ticks(0, 0, 4).size() >= 2);
    CHECK(tick_text(0.25) == "0.25");
    CHECK(tick_text(3) == "3");
    CHECK(tick_text(1500) == "1,500");
    CHECK(tick_text(2.5e6) == "2.5 M");
}

TEST_CASE("a terminal's plot fits it and rises with its values") {
    const std::string text = text_plot({"", "side", "cells", {{1, 0}, {2, 5}, {3, 10}}});
    std::vector<std::size_t> dots;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        CHECK(columns(line) <= 80);
        const std::size_t dot = line.find("•");
        if (dot != std::string::npos) {
            dots.push_back(columns(line.substr(0, dot)));
        }
        begin = end + 1;
    }
    REQUIRE(dots.size() == 3);
    CHECK(dots[0] > dots[1]);
    CHECK(dots[1] > dots[2]);
}

TEST_CASE("an SVG has a mark for each point and escapes its words") {
    const std::string svg = svg_plot({"a < b", "side", "cells", {{4, 1}, {8, 2}}});
    CHECK_THAT(svg, ContainsSubstring("a &lt; b"));
    std::size_t marks = 0;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos;
         at = svg.find("<circle", at + 1)) {
        ++marks;
    }
    CHECK(marks == 2);
    CHECK_THAT(svg_plot({"", "", "", {{4, 0}}}), !ContainsSubstring("nan"));
}

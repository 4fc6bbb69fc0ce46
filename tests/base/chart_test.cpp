// Axes with round numbers, and charts whose points are where they belong.
#include "checker/base/chart.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

Chart chart(std::vector<std::pair<double, double>> points, const std::string& title = "") {
    return {.title = title, .x_label = "side", .y_label = "cells", .series = {{"", points}}};
}

} // namespace

TEST_CASE("ticks are round numbers around the values") {
    CHECK(ticks(0, 1.4, 4) == std::vector<double>{0, 0.5, 1, 1.5});
    CHECK(ticks(0, 100, 5) == std::vector<double>{0, 20, 40, 60, 80, 100});
    CHECK(ticks(0, 0, 4).size() >= 2);
    CHECK(tick_text(0.25) == "0.25");
    CHECK(tick_text(3) == "3");
    CHECK(tick_text(1500) == "1,500");
    CHECK(tick_text(2.5e6) == "2.5 M");
    CHECK(tick_text(1 << 24) == "16.8 M"); // labels of such marks stood in each other
    CHECK(tick_text(1e-7) == "1e-07");
}

TEST_CASE("a terminal's chart fits it and rises with its values") {
    std::vector<int> dots;
    for (const std::string& line : split_lines(text_chart(chart({{1, 0}, {2, 5}, {3, 10}}), 80))) {
        CHECK(width_of(line) <= 80);
        const std::size_t dot = line.find("•");
        if (dot != std::string::npos) {
            dots.push_back(width_of(line.substr(0, dot)));
        }
    }
    REQUIRE(dots.size() == 3);
    CHECK(dots[0] > dots[1]);
    CHECK(dots[1] > dots[2]);
}

TEST_CASE("several series have letters and a legend") {
    Chart two = chart({{1, 1}, {2, 2}});
    two.series.front().name = "float";
    two.series.push_back({"double", {{1, 1}, {2, 4}}});
    const std::string text = text_chart(two, 80);
    CHECK_THAT(text, ContainsSubstring("  a  float\n  b  double\n"));
    CHECK_THAT(text, ContainsSubstring("*"));
}

TEST_CASE("a logarithmic axis leaves out what it cannot show") {
    Chart empty = chart({{1, 0}});
    empty.logarithmic_y = true;
    CHECK(text_chart(empty, 80).empty());
    CHECK(svg_chart(empty).empty());
}

TEST_CASE("an SVG has a mark for each point and escapes its words") {
    const std::string svg = svg_chart(chart({{4, 1}, {8, 2}}, "a < b"));
    CHECK_THAT(svg, ContainsSubstring("a &lt; b"));
    CHECK_THAT(svg, ContainsSubstring("<style>"));
    std::size_t marks = 0;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos;
         at = svg.find("<circle", at + 1)) {
        ++marks;
    }
    CHECK(marks == 2);
    CHECK_THAT(svg_chart(chart({{4, 0}})), !ContainsSubstring("nan"));
}

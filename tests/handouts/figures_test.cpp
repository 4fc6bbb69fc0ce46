// Drawings: well-formed, described, and with as many cells of each kind as the geometry has.
#include "analytics/count/kernel_model.hpp"
#include "checker/base/places.hpp"
#include "handouts/builder/figures/kinds.hpp"
#include "handouts/builder/marker.hpp"
#include "handouts/builder/traces/drawing.hpp"
#include "tests/catch.hpp"

#include <vector>

namespace {

std::string drawn(const std::string& request) {
    return kit::draw(kit::figure_request(request)).svg();
}

int times(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

/// How many shapes of a class there are: a path holds several, each from its M on.
int cells(const std::string& svg, const std::string& kind) {
    const std::string path = "<path class=\"" + kind + "\"";
    int count = 0;
    for (std::size_t at = svg.find(path); at != std::string::npos; at = svg.find(path, at + 1)) {
        count += times(svg.substr(at, svg.find('>', at) - at), "M");
    }
    return count;
}

/// Empty where every element that opens closes in order, attributes are quoted and no bare & or <
/// stands in a text.
std::string malformed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < xml.size();) {
        if (xml[at] == '&' && xml.find(';', at) > at + 6) {
            return "a bare & at " + xml.substr(at, 20);
        }
        if (xml[at] != '<') {
            ++at;
            continue;
        }
        const std::size_t end = xml.find('>', at);
        if (end == std::string::npos) {
            return "no end of " + xml.substr(at, 20);
        }
        const std::string tag = xml.substr(at + 1, end - at - 1);
        const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
        if (times(tag, "\"") % 2 != 0 || tag.find('<') != std::string::npos) {
            return "a broken tag " + tag;
        }
        if (tag[0] == '/') {
            if (open.empty() || "/" + open.back() != tag) {
                return "a stray " + tag;
            }
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        at = end + 1;
    }
    return open.empty() ? "" : "no end of " + open.back();
}

} // namespace

TEST_CASE("every kind is drawn well-formed, with title and description, at its least and most") {
    for (const kit::FigureKind& kind : kit::figure_kinds()) {
        CAPTURE(kind.name);
        for (const bool most : {false, true}) {
            std::string request(kind.name);
            for (const kit::FigureSize& size : kind.sizes) {
                // The least radius with either: a tile that its halo fills is refused.
                const int value = size.name == "radius" || !most ? size.least : size.most;
                request += " " + std::string(size.name) + "=" + std::to_string(value);
            }
            const std::string svg = drawn(request);
            CHECK(malformed(svg).empty());
            CHECK(times(svg, "<title>") == 1);
            CHECK(times(svg, "<desc>") == 1);
            CHECK_THAT(svg, ContainsSubstring("prefers-color-scheme: dark"));
        }
    }
}

TEST_CASE("a trace's drawing is well-formed: planes with frames and dots, a march and a request") {
    const kit::PageTrace& trace =
        kit::recorded_trace(kit::source_root(), kit::trace_request("7 thread=3,3,0"));
    const std::string svg = kit::trace_drawing(trace, kit::account_of(trace)).svg();
    CHECK(malformed(svg).empty());
    CHECK(times(svg, "<title>") == 1);
    CHECK_THAT(svg, ContainsSubstring("prefers-color-scheme: dark"));
    CHECK(cells(svg, "fresh") == 1);
    CHECK(cells(svg, "output") == 2 * 7 * 7 - 1);
    CHECK(cells(svg, "frame") == 3);      // what the thread loads
    CHECK(times(svg, "<circle") == 4);    // what it reads from shared memory
    CHECK(times(svg, ">C</tspan>") == 7); // planes
    CHECK(times(svg, ">L</tspan>") == 9);
}

TEST_CASE("a tile's slice has its outputs, its halo and its corners") {
    const std::string first = drawn("tile-slice");
    CHECK(cells(first, "output") == 36);
    CHECK(cells(first, "halo") == 24);
    CHECK(cells(first, "unread") == 4);
    const std::string second = drawn("tile-slice block=12 radius=2");
    CHECK(cells(second, "output") == 64);
    CHECK(cells(second, "halo") == 64);
    CHECK(cells(second, "unread") == 16);
}

TEST_CASE("a tile's row has a thread for every cell") {
    const std::string row = drawn("tile-row threads=10 radius=2");
    CHECK(cells(row, "thread") == 10);
    CHECK(cells(row, "halo") == 4);
    CHECK(cells(row, "output") == 2 * 6);
}

TEST_CASE("blocks cover a line, and threads are left over") {
    const std::string blocks = drawn("line-blocks cells=9 block=4");
    CHECK(cells(blocks, "thread") == 12);
    CHECK(cells(blocks, "output") == 9);
    CHECK(cells(blocks, "outside") == 3);
}

TEST_CASE("samples may be left open, and then nothing in the drawing answers") {
    const std::string blocks = drawn("line-blocks shown=2");
    CHECK(cells(blocks, "output") == 2);
    CHECK(cells(blocks, "outside") == 10);
    CHECK(times(blocks, ">?<") == 10);
    CHECK(times(blocks, ">9<") == 0);
}

TEST_CASE("the last block's windows are moved inwards, beyond its halo if it has few outputs") {
    const std::string one = drawn("last-block");
    CHECK_THAT(one,
               ContainsSubstring("begins at value 126; the value R before that output is 127"));
    CHECK(cells(one, "halo") == 2);
    const std::string two = drawn("last-block points=130");
    CHECK_THAT(two,
               ContainsSubstring("begins at value 127; the value R before that output is 127"));
    CHECK(cells(two, "halo") == 2 * 2);
    CHECK_THROWS_AS(drawn("last-block threads=8 points=15"), kit::MarkerError);
}

TEST_CASE("a halo load needs a thread on the face, and a cell beyond it") {
    const std::string blocks = drawn("halo-blocks cells=19 block=8");
    CHECK(cells(blocks, "thread") == 19);
    CHECK(cells(blocks, "outside") == 5);
    CHECK(cells(blocks, "tip") == 4);
    CHECK(cells(drawn("halo-blocks cells=16 block=8"), "tip") == 2);
    CHECK(cells(drawn("halo-row block=8"), "tip") == 8 + 2);
}

TEST_CASE("in a row of vectors every thread gets a cell from each side") {
    const std::string row = drawn("vector-row lanes=4 width=4");
    CHECK(cells(row, "output") == 16);
    CHECK(cells(row, "halo") == 2);
    CHECK(cells(row, "tip") == 2 * 4);
}

TEST_CASE("a shared array on a line has 2R cells more than threads") {
    const std::string line = drawn("line-tile threads=8 radius=2");
    CHECK(cells(line, "thread") == 8);
    CHECK(cells(line, "output") + cells(line, "halo") == 12);
    const std::string course = drawn("line-tile threads=128");
    CHECK_THAT(course, ContainsSubstring("has 130 cells"));
    CHECK(cells(course, "thread") == 10);
    CHECK_THAT(course, ContainsSubstring(">129<"));
}

TEST_CASE("every point of a line has a whole window, moved inwards at the ends") {
    const std::string windows = drawn("moved-windows points=9 radius=2");
    CHECK(cells(windows, "output") == 9);
    CHECK(cells(windows, "halo") == 9 * 4);
    CHECK(cells(windows, "outside") == 9 * 4);
    // The middle one of five places, besides the points' numbers at the top and on the left.
    CHECK(times(windows, ">2<") == 5 + 2);
    CHECK_THROWS_AS(drawn("moved-windows points=4 radius=2"), kit::MarkerError);
}

TEST_CASE("tiles on an axis begin with the boundary") {
    const std::string axis = drawn("tiles-on-axis");
    CHECK(cells(axis, "boundary") == 1);
    CHECK(cells(axis, "output") == 17);
    CHECK(cells(axis, "outside") == 1);
    CHECK_THAT(axis, ContainsSubstring("input tile 1: 5 to 12"));
}

TEST_CASE("blocks over a grid: who computes") {
    const std::string grid = drawn("covered-grid cells=11 block=4");
    CHECK(cells(grid, "output") == 81);
    CHECK(cells(grid, "boundary") == 40);
    CHECK(cells(grid, "outside") == 144 - 121);
    CHECK(cells(grid, "frame") == 9);
}

TEST_CASE("a block of an output tile has halo faces and no corners") {
    const std::string block = drawn("halo-faces block=8");
    CHECK(cells(block, "output") == 64);
    CHECK(cells(block, "halo") == 32);
    CHECK(cells(block, "outside") == 4);
    CHECK(cells(block, "tip") == 32);
}

TEST_CASE("an image's cells outside name the nearest one") {
    const std::string image = drawn("clamped-image columns=3 rows=2");
    CHECK(cells(image, "output") == 6);
    CHECK(cells(image, "outside") == 10);
    CHECK(times(image, ">0,0<") == 3);
    CHECK(times(image, ">1,2<") == 3);
}

TEST_CASE("a march holds 2R + 1 planes in each of three steps") {
    const std::string shared = drawn("marching-planes");
    CHECK(times(shared, ">slot ") == 9);
    CHECK(times(shared, ": loaded<") == 3);
    CHECK(times(shared, ": computed<") == 3);
    const std::string registers = drawn("marching-planes shared=1 radius=2");
    CHECK(times(registers, ">shared: computed<") == 3);
    CHECK(times(registers, ">register") == 3 * 4 + 1); // and the legend
}

TEST_CASE("stars have the points that analytics counts") {
    for (int axes = 1; axes <= 3; ++axes) {
        std::int64_t expected = 0;
        for (int order = 1; order <= 4; ++order) {
            expected += kit::points({kit::StencilShape::star, axes, order});
        }
        CHECK(times(drawn("stars axes=" + std::to_string(axes)), "<circle") == expected);
    }
    CHECK_THAT(drawn("stars"), ContainsSubstring("7, 13, 19 and 25 points"));
}

TEST_CASE("sweeps of a tile leave R cells less at either end each time") {
    const std::string sweeps = drawn("time-trapezoid outputs=4 steps=4");
    CHECK(cells(sweeps, "fresh") == 4);
    CHECK(cells(sweeps, "output") == 4 * 4);
    CHECK(cells(sweeps, "halo") == 8 + 6 + 4 + 2);
}

TEST_CASE("a drawing's file is named for the sizes that are not the usual ones") {
    const auto name = [](const std::string& request) {
        return kit::file_name(kit::figure_request(request));
    };
    CHECK(name("tile-slice") == "tile-slice.svg");
    CHECK(name("tile-slice block=8") == "tile-slice.svg");
    CHECK(name("tile-slice radius=2 block=12") == "tile-slice-block-12-radius-2.svg");
    CHECK_THROWS_AS(kit::figure_request("tile-slice sides=2"), kit::MarkerError);
    CHECK_THROWS_AS(drawn("tile-slice block=4 radius=2"), kit::MarkerError);
}

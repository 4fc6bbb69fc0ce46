// Pictures of wrong cells: what is drawn, and that long grids stay small.
#include "checker/report/error_picture.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <string>

using namespace kit;

namespace {

/// 12×6 cells in tiles of 4×3, the second column of each tile wrong.
ErrorPicture stripes() {
    ErrorPicture picture;
    picture.grid = "the 12×6 grid";
    picture.array = "out<&>";
    picture.plane = "i = 3";
    picture.across = {"k", 12, 0, 4, 3, 1};
    picture.down = {"j", 6, 0, 3, 2, 1};
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 12; ++column) {
            picture.cells.push_back(column % 4 == 1 ? CellState::wrong : CellState::right);
        }
    }
    picture.first_wrong = {1, 1};
    return picture;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

} // namespace

TEST_CASE("the SVG has the cells, the tiles' borders and the marks") {
    ErrorPicture picture = stripes();
    const std::string plain = error_picture_svg(picture);
    CHECK(plain.find("</svg>") != std::string::npos);
    CHECK(count(plain, "<rect class=\"wrong\"") == 3 * 6 + 1); // and the legend's
    CHECK(count(plain, "<line class=\"tile\"") == 2 + 1);
    CHECK(count(plain, "class=\"first\"") == 2);
    CHECK(count(plain, "<rect class=\"block\"") == 0);
    CHECK(plain.find("out&lt;&amp;&gt;") != std::string::npos);
    CHECK(plain.find("not a number") == std::string::npos);
    picture.block = {1, 1};
    picture.block_is = "race-shared";
    CHECK_THAT(error_picture_svg(picture), ContainsSubstring("block of the finding (race-shared)"));
}

TEST_CASE("letters stand for cells where there are no colours") {
    CHECK(error_picture_text(stripes(), {false, 80}) == "    i = 3, k to the right, j down\n"
                                                        "    .#...#...#..\n"
                                                        "    .#...#...#..\n"
                                                        "    .#...#...#..\n"
                                                        "    .#...#...#..\n"
                                                        "    .#...#...#..\n"
                                                        "    .#...#...#..\n"
                                                        "    . right  # wrong\n");
    const std::string coloured = error_picture_text(stripes(), {true, 80});
    CHECK(count(coloured, "▀") == 12 * 3); // two rows of cells in one of text
}

TEST_CASE("a long grid is drawn in bands, each as bad as its worst cell") {
    ErrorPicture picture = stripes();
    picture.across = {"k", 100000, 0, 128, 782, 1};
    picture.down = {"", 1, 0, 1, 1, 0};
    picture.cells.assign(100000, CellState::right);
    picture.cells[70000] = CellState::untouched;
    picture.first_wrong.reset();
    const std::string text = error_picture_text(picture, {false, 80});
    const auto row = text.find("\n    ") + 5;
    CHECK(count(text.substr(row, text.find('\n', row) - row), "o") == 1);
    CHECK(std::ranges::count(text, '\n') == 3);
    CHECK(error_picture_svg(picture).size() < 200000);
}

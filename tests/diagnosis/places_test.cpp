// Where wrong cells lie is told by the narrowest part that holds them all.
#include "checker/diagnosis/places/missing_ends.hpp"
#include "checker/diagnosis/places/places.hpp"
#include "checker/diagnosis/places/tilings.hpp"
#include "tests/catch.hpp"
#include "tests/reference/labs.hpp"

#include <functional>

using namespace kit;
using namespace kit::tests;

namespace {

constexpr Extents extents{20, 20, 20};

/// Blocks of 8³ whose output tiles are 6³, as the chapter's tiled kernel launches them.
LaunchShape tiled_launch() {
    LaunchShape launch;
    launch.block = {8, 8, 8};
    launch.grid = {4, 4, 4};
    return launch;
}

struct Wrong {
    ErrorMap errors;
    std::vector<std::int64_t> cells;
};

/// The inner cells for which `is_wrong(x, y, z)` holds.
Wrong wrong_where(const std::function<bool(std::int64_t, std::int64_t, std::int64_t)>& is_wrong,
                  bool inner_only = true) {
    Wrong wrong;
    wrong.errors.extents = extents;
    for (std::int64_t i = 0; i < extents.cells(); ++i) {
        const auto [x, y, z] = extents.cell(i);
        const bool inner = x > 0 && x < 19 && y > 0 && y < 19 && z > 0 && z < 19;
        const bool hit = (inner || !inner_only) && is_wrong(x, y, z);
        wrong.errors.state.push_back(hit ? CellState::wrong : CellState::right);
        if (hit) {
            wrong.cells.push_back(i);
        }
    }
    return wrong;
}

std::string place(const Wrong& wrong) {
    return place_of_errors(sweep_lab(), tiled_launch(), wrong.errors, wrong.cells);
}

} // namespace

TEST_CASE("planes, faces, edges and corners are told") {
    CHECK(place(wrong_where([](auto, auto, auto z) { return z == 5; })) ==
          "exactly those with i = 5");
    CHECK(place(wrong_where([](auto, auto y, auto) { return y <= 1; }, false)) ==
          "exactly those with j from 0 to 1");
    CHECK(place(wrong_where([](auto, auto, auto z) { return z >= 16; })) ==
          "exactly those with i from 16 to 18");
    CHECK(place(wrong_where([](auto x, auto, auto) { return x == 1 || x == 18; })) ==
          "exactly those with k = 1 or k = 18");
    CHECK(place(wrong_where([](auto x, auto y, auto z) {
              return x == 1 || x == 18 || y == 1 || y == 18 || z == 1 || z == 18;
          })) == "exactly those at the faces of the inner grid");
    CHECK(place(wrong_where([](auto x, auto y, auto z) {
              return (x == 1 || x == 18) && (y == 1 || y == 18) && (z == 1 || z == 18);
          })) == "exactly those at the corners of the inner grid");
    CHECK(place(wrong_where([](auto x, auto, auto) { return x == 0; }, false)) ==
          "exactly those with k = 0, the first of the grid");
}

TEST_CASE("tiles and blocks are told") {
    CHECK(place(wrong_where([](auto x, auto, auto) { return x >= 18; })) ==
          "exactly those with k = 18, the last of the inner "
          "grid"); // the last block has one inner cell
    CHECK(place(wrong_where([](auto, auto y, auto) { return y % 6 == 0; })) ==
          "exactly those first along j in their block's tile of 6");
    CHECK(place(wrong_where([](auto, auto, auto z) { return z % 6 == 0 || z % 6 == 5; })) ==
          "exactly those at the edges along i of the blocks' tiles of 6");
    CHECK(place(wrong_where([](auto x, auto y, auto z) {
              const auto edge = [](auto at) { return at % 6 == 0 || at % 6 == 5; };
              return edge(x) || edge(y) || edge(z);
          })) == "exactly those at the edges of the blocks' tiles (6×6×6)");
    CHECK(place(wrong_where([](auto x, auto y, auto) { return x == 7 && y < 17; })) ==
          "all of them with k = 7");
}

TEST_CASE("what lies anywhere is given no place") {
    CHECK(place(wrong_where([](auto, auto, auto) { return true; })).empty());
    CHECK(place(wrong_where([](auto x, auto y, auto z) {
              return (x * 7 + y * 13 + z * 5) % 11 == 0;
          })).empty());
    CHECK(place(wrong_where([](auto x, auto y, auto z) {
              return x == 3 && y == 4 && z == 5;
          })).empty());
}

TEST_CASE("the launch's tiles are among the ways that are tried") {
    const std::vector<Tiling> all = tilings(sweep_lab(), extents, tiled_launch());
    REQUIRE(!all.empty());
    CHECK(all.front()[0] == AxisTiles{0, 6, 4});
    const AxisTiles tiles{1, 6, 4};
    CHECK(tiles.tile_of(0) == -1);
    CHECK(tiles.place_of(0) == 5);
    CHECK(tiles.tile_of(1) == 0);
    CHECK(tiles.end() == 25);
    LaunchShape odd;
    odd.block = {1024, 1, 1};
    odd.grid = {1, 1, 1};
    CHECK(tilings(sweep_lab(), extents, odd).size() >= 1);
}

TEST_CASE("the plane drawn is one with wrong and right cells") {
    const Wrong stripes = wrong_where([](auto, auto, auto z) { return z % 6 == 0; });
    const ErrorPicture picture =
        telling_plane(sweep_lab(), tiled_launch(), stripes.errors, stripes.cells);
    CHECK(picture.axes[2] != 2); // across the stripes, not along them
    CHECK(picture.down.name == "i");
    CHECK(picture.down.tile_cells == 6);
    CHECK(!picture.widespread);
    const Wrong all = wrong_where([](auto, auto, auto) { return true; });
    CHECK(telling_plane(sweep_lab(), tiled_launch(), all.errors, all.cells).widespread);
}

TEST_CASE("a block is marked in the planes that cut it") {
    const Wrong face = wrong_where([](auto x, auto, auto) { return x % 6 == 0; });
    ErrorPicture picture = telling_plane(sweep_lab(), tiled_launch(), face.errors, face.cells);
    REQUIRE(picture.plane == "i = 1");
    mark_block(picture, {1, 2, 3}, "race-shared");
    CHECK(!picture.block);
    mark_block(picture, {1, 2, 0}, "race-shared");
    REQUIRE(picture.block);
    CHECK((*picture.block)[0] == 1);
    CHECK((*picture.block)[1] == 2);
}

TEST_CASE("cells that are missing beyond ends of axes, and nothing else") {
    const Lab lab = sweep_lab();
    const auto cells = static_cast<std::size_t>(extents.cells());
    std::vector<bool> due(cells, true);
    const auto there_where = [&](const auto& is_there) {
        std::vector<bool> there(cells);
        for (std::size_t i = 0; i < cells; ++i) {
            const auto [x, y, z] = extents.cell(static_cast<std::int64_t>(i));
            there[i] = is_there(x, y, z);
        }
        return there;
    };
    const auto low_and_high = missing_ends(
        lab, extents, due, there_where([](auto x, auto y, auto) { return x >= 2 && y <= 18; }));
    REQUIRE(low_and_high);
    CHECK(low_and_high->places == "before k = 2, or behind j = 18");
    CHECK(low_and_high->due == "k from 0 to 19 and j from 0 to 19");
    CHECK(low_and_high->at_low());
    CHECK(low_and_high->at_high());
    const auto is_inner = [](auto x, auto y, auto) { return x >= 2 && y != 7; };
    CHECK(!missing_ends(lab, extents, due, there_where(is_inner)));
    CHECK(!missing_ends(lab, extents, due, due));
    const auto half = [](auto x, auto, auto) { return x < 10; };
    CHECK(!missing_ends(lab, extents, due, there_where(half)));
    due = there_where(half); // what is missing besides is not due
    CHECK(!missing_ends(lab, extents, due, there_where(half)));
}

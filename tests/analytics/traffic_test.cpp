// The course's figures as literals, and what the model refuses.
#include "analytics/count/traffic.hpp"
#include "checker/base/numbers.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

const Extents course_grid{120, 120, 120};

KernelModel kernel(KernelFamily family, Extents block,
                   std::optional<std::int64_t> planes = std::nullopt) {
    return {.family = family,
            .stencil = {},
            .grid = course_grid,
            .block = block,
            .planes_per_block = planes};
}

KernelModel with_grid(KernelModel model, Extents grid) {
    model.grid = grid;
    return model;
}

KernelModel with_stencil(KernelModel model, Stencil stencil) {
    model.stencil = stencil;
    return model;
}

} // namespace

TEST_CASE("stencils have the points and operations the chapter gives") {
    const auto star = [](int axes, int order) { return points({StencilShape::star, axes, order}); };
    const auto box = [](int axes, int order) { return points({StencilShape::box, axes, order}); };
    CHECK(std::vector{star(1, 1), star(1, 2), star(2, 1), star(2, 2), star(2, 3)} ==
          std::vector<std::int64_t>{3, 5, 5, 9, 13});
    CHECK(std::vector{star(3, 1), star(3, 2), star(3, 3), star(3, 4)} ==
          std::vector<std::int64_t>{7, 13, 19, 25});
    CHECK(std::vector{box(2, 1), box(2, 2), box(2, 3), box(3, 1), box(3, 2), box(3, 3)} ==
          std::vector<std::int64_t>{9, 25, 49, 27, 125, 343});
    CHECK(star(3, 0) == 1);
    CHECK(box(3, 0) == 1);
    CHECK(operations({}, 14400) == Operations{187200, 201600});
}

TEST_CASE("basic kernel at 120³") {
    const Traffic counts = traffic(kernel(KernelFamily::basic, {8, 8, 8}));
    CHECK(counts.output_points == 1643032);
    CHECK(counts.blocks == Extents{15, 15, 15});
    CHECK(counts.total_blocks == 3375);
    CHECK(counts.threads == 1728000);
    CHECK(counts.shared_bytes_per_block == 0);
    CHECK(counts.loads == 11501224);
    CHECK(counts.load_slots == 11501224);
    CHECK(counts.stores == 1643032);
    CHECK(counts.load_bytes == 46004896);
    CHECK(counts.store_bytes == 6572128);
    CHECK(counts.operations == Operations{21359416, 23002448});
    CHECK(counts.tile.ops_per_byte.separate == ExactOpsPerByte{{13, 28}, {13, 32}});
    CHECK(counts.ops_per_byte.separate == ExactOpsPerByte{{13, 28}, {13, 32}});
    CHECK(counts.tile.halo_share == Rational(0));
}

TEST_CASE("shared-memory tiling at 120³") {
    const Traffic counts = traffic(kernel(KernelFamily::shared_memory_tiled, {8, 8, 8}));
    CHECK(counts.blocks == Extents{20, 20, 20});
    CHECK(counts.textbook_blocks == Extents{20, 20, 20});
    CHECK(counts.total_blocks == 8000);
    CHECK(counts.threads == 4096000);
    CHECK(counts.shared_bytes_per_block == 2048);
    CHECK(counts.load_slots == 4096000);
    CHECK(counts.loads == 3944312);
    CHECK(counts.stores == 1643032);
    CHECK(counts.tile.input_cells == 512);
    CHECK(counts.tile.output_cells == 216);
    CHECK(counts.tile.halo_share == Rational(37, 64));
    CHECK((counts.tile.halo_share * 100).decimal(1) == "57.8");
    CHECK(counts.tile.ops_per_byte.separate.loads_only.decimal(2) == "1.37");
    CHECK(counts.ops_per_byte.separate.loads_only == Rational(21359416, 4 * 3944312));
}

TEST_CASE("coarsening and register tiling at 120³ load the same") {
    const Traffic coarsened = traffic(kernel(KernelFamily::coarsened, {32, 32, 1}));
    const Traffic registers = traffic(kernel(KernelFamily::register_tiled, {32, 32, 1}, 30));
    CHECK(coarsened.blocks == Extents{4, 4, 4});
    CHECK(coarsened.total_blocks == 64);
    CHECK(coarsened.loads == 2000376);
    CHECK(coarsened.stores == 1643032);
    CHECK(coarsened.tile.output == Extents{30, 30, 30});
    CHECK(coarsened.shared_bytes_per_block == 12288);
    CHECK(registers.total_blocks == 64);
    CHECK(registers.loads == 2000376);
    CHECK(registers.stores == 1643032);
    CHECK(registers.shared_bytes_per_block == 4096);
}

TEST_CASE("a 32×32 block marching 16 planes") {
    const Tile tile = traffic(kernel(KernelFamily::coarsened, {32, 32, 1}, 16)).tile;
    CHECK(tile.input == Extents{32, 32, 18});
    CHECK(tile.input_cells == 18432);
    CHECK(tile.output_cells == 14400);
    CHECK(tile.ops_per_byte.separate == ExactOpsPerByte{{187200, 73728}, {187200, 131328}});
    CHECK(tile.ops_per_byte.fused == ExactOpsPerByte{{201600, 73728}, {201600, 131328}});
}

TEST_CASE("the textbook's count is one short at 122, the usual ⌈n/T⌉ one too many at 121") {
    const KernelModel tiled = kernel(KernelFamily::shared_memory_tiled, {8, 8, 8});
    const Traffic at_122 = traffic(with_grid(tiled, {122, 122, 122}));
    CHECK(at_122.textbook_blocks == Extents{20, 20, 20});
    CHECK(at_122.least_blocks == Extents{21, 21, 21});
    CHECK(at_122.blocks == at_122.least_blocks);
    const Traffic at_121 = traffic(with_grid(tiled, {121, 121, 121}));
    CHECK(at_121.least_blocks == Extents{20, 20, 20});
    CHECK(ceil_div(121, 6) == 21);
}

TEST_CASE("a launch with other block counts is counted as it is") {
    KernelModel model =
        with_grid(kernel(KernelFamily::shared_memory_tiled, {8, 8, 8}), {122, 122, 122});
    model.blocks = Extents{20, 20, 20};
    const Traffic counts = traffic(model);
    CHECK(counts.total_blocks == 8000);
    CHECK(counts.output_points == 120 * 120 * 120);
    CHECK(counts.stores == 119 * 119 * 119);
}

TEST_CASE("a grid too small for the stencil has no output and no operation") {
    const Traffic counts = traffic(with_grid(kernel(KernelFamily::basic, {8, 8, 8}), {2, 2, 2}));
    CHECK(counts.output_points == 0);
    CHECK(counts.loads == 0);
    CHECK(counts.total_blocks == 1);
    CHECK(counts.ops_per_byte.separate.loads_only == Rational(0));
}

TEST_CASE("large launches are counted without a loop over their blocks") {
    const Stencil line{StencilShape::star, 1, 1};
    const std::int64_t cells = 1'000'000'000'000'000;
    const Traffic counts = traffic({.family = KernelFamily::shared_memory_tiled,
                                    .stencil = line,
                                    .grid = {cells, 1, 1},
                                    .block = {3, 1, 1}});
    CHECK(counts.total_blocks == cells - 1);
    CHECK(counts.loads == 3 * (cells - 1) - 1);
}

TEST_CASE("outputs at every cell of an image, with coordinates clamped at its edge") {
    const KernelModel image{.family = KernelFamily::basic,
                            .stencil = {StencilShape::star, 2, 1},
                            .grid = {1023, 769, 1},
                            .block = {12, 8, 1},
                            .every_cell = true};
    const Traffic counts = traffic(image);
    CHECK(counts.blocks == Extents{86, 97, 1});
    CHECK(counts.stores == 1023 * 769);
    CHECK(counts.loads == 5 * 1023 * 769);
    KernelModel dot = image;
    dot.grid = {1, 1, 1};
    CHECK(traffic(dot).loads == 5);
}

TEST_CASE("what is no launch is refused in a sentence") {
    const auto refusal = [](const KernelModel& model, const std::string& words) {
        CHECK_THROWS_AS(traffic(model), BadInput);
        CHECK_THROWS_WITH(traffic(model), ContainsSubstring(words));
    };
    const KernelModel basic = kernel(KernelFamily::basic, {8, 8, 8});
    const KernelModel coarsened = kernel(KernelFamily::coarsened, {32, 32, 1});
    refusal(with_grid(basic, {120, 0, 120}), "The grid has 0 cells along y; it needs at least 1.");
    refusal(kernel(KernelFamily::basic, {8, 8, -8}), "The block has -8 threads along z");
    refusal(kernel(KernelFamily::basic, {16, 16, 16}), "4,096 threads; CUDA allows 1,024");
    refusal(kernel(KernelFamily::shared_memory_tiled, {8, 2, 8}),
            "A tile of 2 cells along y is all halo");
    refusal(kernel(KernelFamily::coarsened, {32, 2, 1}), "is all halo");
    refusal(kernel(KernelFamily::coarsened, {16, 16, 2}), "one xy plane");
    refusal(kernel(KernelFamily::coarsened, {32, 32, 1}, 0), "at least 1 plane, not 0");
    refusal(with_stencil(basic, {StencilShape::star, 4, 1}), "1, 2 or 3 axes, not 4");
    refusal(with_stencil(basic, {StencilShape::star, 3, -1}), "0 or more, not -1");
    refusal(with_stencil(basic, {StencilShape::star, 2, 1}), "only the x and y axes");
    refusal(
        with_stencil(kernel(KernelFamily::register_tiled, {32, 32, 1}), {StencilShape::box, 3, 1}),
        "a box stencil");
    KernelModel flat = with_stencil(coarsened, {StencilShape::star, 2, 1});
    flat.grid = {120, 120, 1};
    refusal(flat, "needs a stencil of 3 axes");
    KernelModel nothing_launched = basic;
    nothing_launched.blocks = Extents{15, 15, 0};
    refusal(nothing_launched, "The launch has 0 blocks along z");
    KernelModel weightless = basic;
    weightless.element_bytes = 0;
    refusal(weightless, "at least 1 byte");
}

TEST_CASE("counts over 64 bits are refused") {
    const std::int64_t huge = 4'000'000'000;
    const KernelModel model = with_grid(kernel(KernelFamily::basic, {8, 8, 8}), {huge, huge, huge});
    CHECK_THROWS_AS(traffic(model), Overflow);
    CHECK_THROWS_WITH(traffic(model), ContainsSubstring("does not fit in 64 bits"));
}

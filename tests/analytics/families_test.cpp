// The figures of the halo-loading kernels, and those that the chapters compare kernels by, as
// literals.
#include "analytics/count/traffic.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

KernelModel cube_kernel(KernelFamily family, Extents block) {
    return {.family = family, .stencil = {}, .grid = {120, 120, 120}, .block = block};
}

KernelModel line(std::int64_t block, int order) {
    return {.family = KernelFamily::shared_1d,
            .stencil = {StencilShape::star, 1, order},
            .grid = {1 << 20, 1, 1},
            .block = {block, 1, 1}};
}

Tile tile(const KernelModel& model) {
    return traffic(model).tile;
}

/// 2p operations over one element loaded, with one digit.
std::string bound(Stencil stencil) {
    const KernelModel model{
        .family = KernelFamily::basic, .stencil = stencil, .grid = {}, .block = {}};
    return traffic(model).upper_bound.fused.loads_only.decimal(1);
}

} // namespace

TEST_CASE("a halo-loading block of 8³ reads 896 cells instead of 3,584") {
    const Traffic counts = traffic(cube_kernel(KernelFamily::halo_loading, {8, 8, 8}));
    CHECK(counts.tile.output_cells == 512);
    CHECK(counts.tile.input_cells == 1000);
    CHECK(counts.tile.loads == 512 + 6 * 64);
    CHECK(counts.tile.loads == 896);
    CHECK(counts.tile.never_read == 0);
    CHECK(counts.tile.reuse == Rational(3584, 896));
    CHECK(Rational(1) - Rational(896, 3584) == Rational(75, 100));
    CHECK(counts.shared_bytes_per_block == 4000);
    CHECK(tile(cube_kernel(KernelFamily::basic, {8, 8, 8})).loads == 3584);
}

TEST_CASE("halo loading at 120³ counts blocks as the basic kernel does") {
    const Traffic counts = traffic(cube_kernel(KernelFamily::halo_loading, {8, 8, 8}));
    CHECK(counts.blocks == Extents{15, 15, 15});
    CHECK(counts.textbook_blocks == Extents{15, 15, 15});
    CHECK(counts.load_slots == 3375 * 896);
    // All 15 blocks along an axis load one cell at either end, but for the outermost two.
    CHECK(counts.loads == 120 * 120 * 120 + 3 * 28 * 120 * 120);
    CHECK(counts.stores == 1643032);
    CHECK(counts.active_threads == 1643032);
}

TEST_CASE("a line of threads shares TPB + 2R elements") {
    const Traffic first = traffic(line(128, 1));
    CHECK(first.tile.input_cells == 130);
    CHECK(first.tile.loads == 130);
    CHECK(first.shared_bytes_per_block == 520);
    CHECK(first.total_blocks == 8192);
    CHECK(first.loads == (1 << 20) + 2 * 8191);
    CHECK(first.tile.reuse == Rational(3 * 128, 130));
    CHECK(tile(line(128, 2)).input_cells == 132);
}

TEST_CASE("48 KB of shared memory hold 6,144 doubles or 12,288 floats") {
    CHECK(most_plain_shared_bytes / 8 == 6144);
    CHECK(most_plain_shared_bytes / 4 == 12288);
}

TEST_CASE("a star never reads the edges and corners of its tile, a box reads them") {
    KernelModel model = cube_kernel(KernelFamily::shared_memory_tiled, {8, 8, 8});
    CHECK(tile(model).never_read == 80);
    model.stencil.shape = StencilShape::box;
    CHECK(tile(model).never_read == 0);
    model.stencil = {StencilShape::star, 2, 1};
    model.grid = {120, 120, 1};
    model.block = {8, 8, 1};
    CHECK(tile(model).never_read == 4);
    model.stencil.order = 2;
    CHECK(tile(model).never_read == 16);
    CHECK(tile(cube_kernel(KernelFamily::basic, {8, 8, 8})).never_read == 0);
}

TEST_CASE("upper bounds of operations per byte are those of the chapter") {
    const auto star = [](int axes, int order) { return bound({StencilShape::star, axes, order}); };
    const auto box = [](int axes, int order) { return bound({StencilShape::box, axes, order}); };
    CHECK(star(2, 1) == "2.5");
    CHECK(star(2, 2) == "4.5");
    CHECK(star(2, 3) == "6.5");
    CHECK(box(2, 1) == "4.5");
    CHECK(box(2, 2) == "12.5");
    CHECK(box(2, 3) == "24.5");
    CHECK(star(3, 1) == "3.5");
    CHECK(star(3, 2) == "6.5");
    CHECK(star(3, 3) == "9.5");
    CHECK(box(3, 1) == "13.5");
    CHECK(box(3, 2) == "62.5");
    CHECK(box(3, 3) == "171.5");
    const Traffic counts = traffic(cube_kernel(KernelFamily::shared_memory_tiled, {8, 8, 8}));
    CHECK(counts.upper_bound.separate == ExactOpsPerByte{{13, 4}, {13, 8}});
    CHECK(counts.upper_bound.separate.loads_only.decimal(2) == "3.25");
    CHECK(counts.upper_bound.separate.loads_and_stores.decimal(3) == "1.625");
}

TEST_CASE("reuse compares with the basic kernel's loads") {
    const Traffic basic = traffic(cube_kernel(KernelFamily::basic, {8, 8, 8}));
    CHECK(basic.reuse == Rational(1));
    CHECK(basic.tile.reuse == Rational(1));
    const Traffic tiled = traffic(cube_kernel(KernelFamily::shared_memory_tiled, {8, 8, 8}));
    CHECK(tiled.tile.reuse == Rational(7 * 216, 512));
    CHECK(tiled.reuse == Rational(11501224, 3944312));
    KernelModel empty = cube_kernel(KernelFamily::shared_memory_tiled, {8, 8, 8});
    empty.grid = {2, 2, 2};
    CHECK(traffic(empty).reuse == Rational(0));
}

TEST_CASE("reads per input without tiling are the stencil's points") {
    CHECK(points({StencilShape::star, 1, 1}) == 3);
    CHECK(points({StencilShape::box, 3, 2}) == 125);
    CHECK(points({StencilShape::star, 3, 2}) == 13);
}

TEST_CASE("active threads of a marching kernel are those with an output in some plane") {
    const Traffic counts = traffic(cube_kernel(KernelFamily::coarsened, {32, 32, 1}));
    CHECK(counts.threads == 64 * 1024);
    CHECK(counts.active_threads == 118 * 118 * 4);
}

TEST_CASE("a warp's rows and sectors follow the block's shape") {
    CHECK(warp_requests({32, 32, 1}, 4) == WarpRequests{32, 32, 32 * 4, 32 * 5});
    CHECK(warp_requests({8, 8, 8}, 4) == WarpRequests{16, 64, 64, 128});
    CHECK(warp_requests({8, 8, 8}, 8) == WarpRequests{16, 64, 128, 192});
    // The image kernel's 12×8 threads are three full warps; pieces of 12, 12, 8; 4, 12, 12, 4; 8, 12, 12. Where rows begin
    // at a sector, the piece that begins with a row's ninth cell does, too, but the one of its last eight does not.
    CHECK(warp_requests({12, 8, 1}, 4) == WarpRequests{3, 10, 17, 26});
    CHECK(warp_requests({10, 10, 10}, 4) == WarpRequests{32, 125, 218, 325});
    CHECK(warp_requests({5, 1, 1}, 4) == WarpRequests{1, 1, 1, 2});
}

TEST_CASE("the two-dimensional grid of the image kernel") {
    const KernelModel model{.family = KernelFamily::basic,
                            .stencil = {StencilShape::star, 2, 1},
                            .grid = {100, 50, 1},
                            .block = {12, 8, 1}};
    const Traffic counts = traffic(model);
    CHECK(counts.threads_per_block == 96);
    CHECK(counts.blocks == Extents{9, 7, 1});
}

TEST_CASE("halo loading where it cannot work is refused") {
    KernelModel box = cube_kernel(KernelFamily::halo_loading, {8, 8, 8});
    box.stencil.shape = StencilShape::box;
    CHECK_THROWS_WITH(traffic(box), ContainsSubstring("fills the faces of the halo only"));
    KernelModel volume = cube_kernel(KernelFamily::shared_1d, {128, 1, 1});
    CHECK_THROWS_WITH(traffic(volume), ContainsSubstring("needs a stencil of 1 axis, not 3"));
    KernelModel huge = cube_kernel(KernelFamily::halo_loading, {8, 8, 8});
    huge.grid = {4'000'000'000, 4'000'000'000, 4'000'000'000};
    CHECK_THROWS_AS(traffic(huge), Overflow);
}

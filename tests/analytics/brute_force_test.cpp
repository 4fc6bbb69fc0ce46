// Several hundred small launches of each family: the model's counts against the kernels walked cell
// by cell, and the least block counts proved by what they cover.
#include "analytics/count/traffic.hpp"
#include "tests/analytics/slow_kernel.hpp"
#include "tests/analytics/small_models.hpp"
#include "tests/catch.hpp"

using namespace kit;

namespace {

constexpr int launches_per_family = 400;
constexpr SmallModels::Sizes largest{.cells = 11, .outputs = 5, .planes = 7};

KernelFamily any_family() {
    return GENERATE(from_range(all_families));
}

} // namespace

TEST_CASE("every count is what the kernel does, cell by cell") {
    SmallModels models(any_family(), largest);
    for (int i = 0; i < launches_per_family; ++i) {
        const KernelModel model = models.next();
        const Traffic counts = traffic(model);
        const SlowCounts slow = run_slowly(model, counts.blocks);
        INFO(describe(model));
        REQUIRE(slow.stayed_inside);
        REQUIRE(counts.output_points == count_interior_slowly(model));
        REQUIRE(counts.load_slots == slow.slots);
        REQUIRE(counts.loads == slow.loads);
        REQUIRE(counts.stores == slow.stores);
        REQUIRE(counts.stores == static_cast<std::int64_t>(slow.stored.size()));
        REQUIRE(counts.active_threads == slow.active_threads);
        REQUIRE(counts.load_bytes == slow.loads * model.element_bytes);
        REQUIRE(counts.store_bytes == slow.stores * model.element_bytes);
    }
}

TEST_CASE("a tile's figures are those of a block away from the edge") {
    SmallModels models(any_family(), largest);
    for (int i = 0; i < launches_per_family; ++i) {
        const KernelModel model = models.next();
        const Traffic counts = traffic(model);
        const SlowTile slow = run_one_block(model);
        INFO(describe(model));
        REQUIRE(counts.tile.loads == slow.loads);
        REQUIRE(counts.tile.output_cells == slow.outputs);
        REQUIRE(counts.tile.never_read == slow.never_read);
        REQUIRE(counts.warp_requests == warp_requests_slowly(model.block, model.element_bytes));
    }
}

TEST_CASE("the least count covers every point, one block fewer on any axis does not") {
    SmallModels models(any_family(), largest);
    int proved = 0;
    for (int i = 0; i < launches_per_family; ++i) {
        KernelModel model = models.next();
        model.blocks.reset();
        const std::int64_t points = count_interior_slowly(model);
        if (points == 0) {
            continue;
        }
        const Traffic counts = traffic(model);
        INFO(describe(model));
        REQUIRE(run_slowly(model, counts.least_blocks).stores == points);
        REQUIRE(run_slowly(model, counts.blocks).stores == points);
        REQUIRE((block_is_output_tile(model.family) || counts.blocks == counts.least_blocks));
        for (int axis = 0; axis < model.stencil.axes; ++axis) {
            Extents fewer = counts.least_blocks;
            --fewer[axis];
            REQUIRE(run_slowly(model, fewer).stores < points);
            ++proved;
        }
    }
    CHECK(proved > launches_per_family / 2);
}

TEST_CASE("the textbook's count is sufficient for one thread per cell, at times short for tiles") {
    for (std::int64_t cells = 3; cells <= 200; ++cells) {
        const TiledAxis axis{cells, 1, 6};
        CHECK(textbook_blocks_per_cell(axis) - least_blocks(axis) == (cells % 6 == 1 ? 1 : 0));
        CHECK(least_blocks(axis) - textbook_blocks_per_tile(axis) ==
              ((cells - 2) % 6 == 0 ? 1 : 0));
    }
}

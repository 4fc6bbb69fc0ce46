// Several hundred small launches of each family: the model's counts against the kernels walked cell
// by cell, and the least block counts proved by what they cover.
#include "analytics/traffic.hpp"
#include "tests/analytics/slow_kernel.hpp"
#include "tests/catch.hpp"

#include <random>

using namespace analytics;

namespace {

constexpr int launches_per_family = 400;

class SmallModels {
public:
    explicit SmallModels(Family family) : family_(family) {}

    KernelModel next() {
        KernelModel model;
        model.family = family_;
        model.stencil.axes = marches(family_) ? 3 : between(1, 3);
        model.stencil.order = between(0, 2);
        model.stencil.shape = family_ != Family::register_tiled && between(0, 2) == 0
                                  ? StencilShape::box
                                  : StencilShape::star;
        model.element_bytes = between(0, 1) == 0 ? 4 : 8;
        const int halo = family_ == Family::basic ? 0 : 2 * model.stencil.order;
        for (int axis = 0; axis < model.stencil.axes; ++axis) {
            model.grid[axis] = between(1, 11);
            if (axis < 2 || !marches(family_)) {
                model.block[axis] = halo + between(1, 5);
            }
        }
        if (marches(family_) && between(0, 3) != 0) {
            model.planes_per_block = between(1, 7);
        }
        if (between(0, 3) == 0) {
            model.blocks = Extents{};
            for (int axis = 0; axis < model.stencil.axes; ++axis) {
                (*model.blocks)[axis] = between(1, 5);
            }
        }
        return model;
    }

private:
    int between(int low, int high) {
        // Not a distribution of the library's: those differ from one library to the next.
        return low + static_cast<int>(generator_() % static_cast<unsigned>(high - low + 1));
    }

    Family family_;
    std::mt19937 generator_{20240607};
};

Family any_family() {
    return GENERATE(Family::basic, Family::shared_memory_tiled, Family::coarsened,
                    Family::register_tiled);
}

void describe(const KernelModel& model) {
    UNSCOPED_INFO(name(model.family)
                  << ", axes " << model.stencil.axes << ", order " << model.stencil.order
                  << ", grid " << model.grid.x << ' ' << model.grid.y << ' ' << model.grid.z
                  << ", block " << model.block.x << ' ' << model.block.y << ' ' << model.block.z
                  << ", planes " << model.planes_per_block.value_or(0));
}

} // namespace

TEST_CASE("every count is what the kernel does, cell by cell") {
    SmallModels models(any_family());
    for (int i = 0; i < launches_per_family; ++i) {
        const KernelModel model = models.next();
        const Traffic counts = traffic(model);
        const SlowCounts slow = run_slowly(model, counts.blocks);
        describe(model);
        REQUIRE(slow.stayed_inside);
        REQUIRE(counts.output_points == count_interior_slowly(model));
        REQUIRE(counts.load_slots == slow.slots);
        REQUIRE(counts.loads == slow.loads);
        REQUIRE(counts.stores == slow.stores);
        REQUIRE(counts.stores == static_cast<std::int64_t>(slow.stored.size()));
        REQUIRE(counts.load_bytes == slow.loads * model.element_bytes);
        REQUIRE(counts.store_bytes == slow.stores * model.element_bytes);
    }
}

TEST_CASE("the least count covers every point, one block fewer on any axis does not") {
    SmallModels models(any_family());
    int proved = 0;
    for (int i = 0; i < launches_per_family; ++i) {
        KernelModel model = models.next();
        model.blocks.reset();
        const std::int64_t points = count_interior_slowly(model);
        if (points == 0) {
            continue;
        }
        const Traffic counts = traffic(model);
        describe(model);
        REQUIRE(run_slowly(model, counts.least_blocks).stores == points);
        REQUIRE((model.family == Family::basic || counts.blocks == counts.least_blocks));
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
        const Axis axis{cells, 1, 6};
        CHECK(textbook_blocks_per_cell(axis) - least_blocks(axis) == (cells % 6 == 1 ? 1 : 0));
        CHECK(least_blocks(axis) - textbook_blocks_per_tile(axis) ==
              ((cells - 2) % 6 == 0 ? 1 : 0));
    }
}

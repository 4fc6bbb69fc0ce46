#include "tests/analytics/small_models.hpp"

#include <fmt/format.h>

using kit::Extents;
using kit::KernelModel;
using kit::StencilShape;

int SmallModels::between(int low, int high) {
    // Not a distribution of the library's: those differ from one library to the next.
    return low + static_cast<int>(generator_() % static_cast<unsigned>(high - low + 1));
}

int SmallModels::drawn_axes() {
    if (family_ == kit::KernelFamily::shared_1d) {
        return 1;
    }
    return marches(family_) ? 3 : between(1, 3);
}

bool SmallModels::may_be_box(int axes) {
    return family_ != kit::KernelFamily::register_tiled &&
           (family_ != kit::KernelFamily::halo_loading || axes == 1);
}

KernelModel SmallModels::next() {
    KernelModel model;
    model.family = family_;
    model.stencil.axes = drawn_axes();
    model.stencil.order = between(0, 2);
    model.stencil.shape = may_be_box(model.stencil.axes) && between(0, 2) == 0 ? StencilShape::box
                                                                               : StencilShape::star;
    model.element_bytes = between(0, 1) == 0 ? 4 : 8;
    const int halo = block_is_output_tile(family_) ? 0 : 2 * model.stencil.order;
    for (int axis = 0; axis < model.stencil.axes; ++axis) {
        model.grid[axis] = between(1, largest_.cells);
        if (axis < 2 || !marches(family_)) {
            model.block[axis] = halo + between(1, largest_.outputs);
        }
    }
    if (marches(family_) && between(0, 3) != 0) {
        model.planes_per_block = between(1, largest_.planes);
    }
    model.every_cell = between(0, 2) == 0;
    if (between(0, 3) == 0) {
        model.blocks = Extents{};
        for (int axis = 0; axis < model.stencil.axes; ++axis) {
            (*model.blocks)[axis] = between(1, 5);
        }
    }
    return model;
}

std::string describe(const KernelModel& model) {
    return fmt::format("{}, {} of order {} on {} axes, grid {} {} {}, block {} {} {}, planes {}{}",
                       name(model.family),
                       model.stencil.shape == StencilShape::star ? "star" : "box",
                       model.stencil.order, model.stencil.axes, model.grid.x, model.grid.y,
                       model.grid.z, model.block.x, model.block.y, model.block.z,
                       model.planes_per_block.value_or(0), model.every_cell ? ", every cell" : "");
}

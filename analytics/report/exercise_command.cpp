#include "analytics/report/exercise_command.hpp"

namespace analytics {

namespace {

std::string typed_sizes(const Extents& extents, int axes) {
    std::string text = std::to_string(extents.x);
    for (int axis = 1; axis < axes; ++axis) {
        text += "x" + std::to_string(extents[axis]);
    }
    return text;
}

} // namespace

std::string exercise_command(const std::string& id, const ExerciseSizes& sizes) {
    const ExerciseSizes usual;
    std::string text = "./lab analytics exercises " + id;
    const auto add = [&](const std::string& option, const std::string& value) {
        text += " " + option + " " + value;
    };
    const bool sweep = id[0] == '1';
    const bool cube = sizes.grid.x == sizes.grid.y && sizes.grid.y == sizes.grid.z;
    if (sweep && !(sizes.grid == usual.grid)) {
        add("--grid", typed_sizes(sizes.grid, cube ? 1 : 3));
    }
    if (id == "1b" || id == "1c") {
        if (!(sizes.block == usual.block)) {
            add("--block", typed_sizes(sizes.block, 3));
        }
    } else if (id != "1a" && !(sizes.plane_block == usual.plane_block)) {
        add("--block", typed_sizes(sizes.plane_block, 2));
    }
    if (id == "1d" && sizes.sweep_planes) {
        add("--planes", std::to_string(*sizes.sweep_planes));
    } else if (!sweep && sizes.tile_planes != usual.tile_planes) {
        add("--planes", std::to_string(sizes.tile_planes));
    }
    if (sizes.stencil.order != usual.stencil.order) {
        add("--order", std::to_string(sizes.stencil.order));
    }
    if (id[0] == '2' && id > "2b" && sizes.element_bytes != usual.element_bytes) {
        add("--type", sizes.element_bytes == 2 ? "half" : "double");
    }
    return text;
}

} // namespace analytics

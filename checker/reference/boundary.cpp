#include "checker/reference/boundary.hpp"

#include <algorithm>

namespace kit {

Interior interior(const Lab& lab, const Extents& extents) {
    const std::array<std::int64_t, 3> extent{extents.x, extents.y, extents.z};
    Interior result;
    for (std::size_t axis = 0; axis < extent.size(); ++axis) {
        const std::int64_t margin = static_cast<int>(axis) < lab.axes ? reach(lab) : 0;
        result.first[axis] = margin;
        result.last[axis] = std::max(margin, extent[axis] - margin);
    }
    return result;
}

std::array<Axis, 3> axes_of(const Lab& lab, const Extents& extents) {
    std::array<Axis, 3> axes{Axis{extents.x}, Axis{extents.y}, Axis{extents.z}};
    for (const StencilPoint& point : lab.stencil) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            axes[axis].lowest = std::min(axes[axis].lowest, point.offset[axis]);
            axes[axis].highest = std::max(axes[axis].highest, point.offset[axis]);
        }
    }
    return axes;
}

namespace {

/// The cell that has its place at the stencil's origin, `at` where the stencil need not move.
std::int64_t moved_origin(const Axis& axis, std::int64_t at) {
    return std::clamp<std::int64_t>(at, -axis.lowest, axis.extent - 1 - axis.highest);
}

} // namespace

std::int64_t place_in_stencil(const Axis& axis, std::int64_t at) {
    return at - moved_origin(axis, at) - axis.lowest;
}

std::int64_t source(BoundaryRule rule, const Axis& axis, std::int64_t at, int offset) {
    const std::int64_t plain = at + offset;
    const std::int64_t edge = axis.extent - 1;
    switch (rule) {
    case BoundaryRule::keep: return plain;
    case BoundaryRule::clamp_to_edge: return std::clamp<std::int64_t>(plain, 0, edge);
    case BoundaryRule::periodic: return (plain % axis.extent + axis.extent) % axis.extent;
    case BoundaryRule::zero: return plain < 0 || plain > edge ? outside : plain;
    case BoundaryRule::one_sided: break;
    }
    return axis.extent > axis.highest - axis.lowest ? moved_origin(axis, at) + offset : outside;
}

} // namespace kit

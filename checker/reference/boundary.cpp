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
    const std::int64_t low_end = -axis.lowest;
    const std::int64_t high_end = std::max<std::int64_t>(low_end, edge - axis.highest);
    return std::min(std::clamp(at, low_end, high_end) + offset, edge);
}

} // namespace kit

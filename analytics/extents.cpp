#include "analytics/extents.hpp"

#include "analytics/exact.hpp"

namespace analytics {

std::int64_t total(const Extents& extents) {
    return checked_product({extents.x, extents.y, extents.z});
}

char axis_name(int axis) {
    return "xyz"[axis];
}

} // namespace analytics

#include "analytics/notation.hpp"

namespace analytics {

namespace {

std::string joined(const Extents& extents, int axes, const std::string& separator) {
    std::string text;
    for (int axis = 0; axis < axes; ++axis) {
        if (axis > 0) {
            text += separator;
        }
        text += grouped(extents[axis]);
    }
    return text;
}

} // namespace

std::string grouped(std::int64_t value) {
    std::string text = std::to_string(value);
    const std::size_t first_digit = value < 0 ? 1 : 0;
    for (std::size_t i = text.size(); i > first_digit + 3;) {
        i -= 3;
        text.insert(i, 1, ',');
    }
    return text;
}

std::string product_text(const Extents& extents, int axes) {
    const bool square = axes == 2 && extents.x == extents.y;
    const bool cube = axes == 3 && extents.x == extents.y && extents.y == extents.z;
    if (square || cube) {
        return grouped(extents.x) + (square ? "²" : "³");
    }
    return joined(extents, axes, "·");
}

std::string shape_text(const Extents& extents, int axes) {
    return joined(extents, axes, "×");
}

} // namespace analytics

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

std::string printable(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto byte = static_cast<unsigned char>(result[i]);
        // U+0080 to U+009F steer terminals too; in UTF-8 they are 0xC2 and a byte below 0xA0.
        const bool second = i > 0 && static_cast<unsigned char>(result[i - 1]) == 0xC2 &&
                            byte >= 0x80 && byte < 0xA0;
        if (byte < 0x20 || byte == 0x7F) {
            result[i] = '?';
        } else if (second) {
            result.replace(i - 1, 2, "?");
            --i;
        }
    }
    return result;
}

} // namespace analytics

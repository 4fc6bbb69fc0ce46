#include "tests/reference/plain_model.hpp"

#include <cmath>
#include <cstring>

namespace kit::tests {

namespace {

long double element(const Lab& lab, const CaseData& data, long x, long y, long z, int input = 0) {
    const long cells = data.extents.x * data.extents.y * data.extents.z;
    const long at = input * cells + z * data.extents.x * data.extents.y + y * data.extents.x + x;
    if (lab.element == Element::float32) {
        float value = 0;
        std::memcpy(&value, data.input.data() + 4 * at, 4);
        return value;
    }
    if (lab.element == Element::float64) {
        double value = 0;
        std::memcpy(&value, data.input.data() + 8 * at, 8);
        return value;
    }
    if (bytes_of(lab.element) == 2) {
        std::int16_t bits = 0;
        std::memcpy(&bits, data.input.data() + 2 * at, 2);
        if (lab.element == Element::int16) {
            return bits;
        }
        const int exponent = bits >> 10 & 31;
        const double size = exponent == 0 ? std::ldexp(bits & 1023, -24)
                                          : std::ldexp(1024 + (bits & 1023), exponent - 25);
        return bits < 0 ? -size : size;
    }
    int value = 0;
    std::memcpy(&value, data.input.data() + 4 * at, 4);
    return value;
}

/// Cells that the stencil spans along x.
long span(const Lab& lab) {
    long low = 0;
    long high = 0;
    for (const StencilPoint& point : lab.stencil) {
        low = std::min<long>(low, point.offset[0]);
        high = std::max<long>(high, point.offset[0]);
    }
    return high - low + 1;
}

/// How far a whole stencil is moved along an axis until none of its points lies outside, cell by
/// cell; past the high end only if that leaves none outside at the low end.
long one_sided_shift(const Lab& lab, int axis, long at, long extent) {
    const auto outside_low = [&](long shift) {
        for (const StencilPoint& point : lab.stencil) {
            if (at + point.offset[axis] + shift < 0 || at + shift < 0) {
                return true;
            }
        }
        return false;
    };
    const auto outside_high = [&](long shift) {
        for (const StencilPoint& point : lab.stencil) {
            if (at + point.offset[axis] + shift >= extent || at + shift >= extent) {
                return true;
            }
        }
        return false;
    };
    long shift = 0;
    while (outside_high(shift)) {
        --shift;
    }
    while (outside_low(shift)) {
        ++shift;
    }
    return shift;
}

struct Place {
    long at = 0;
    bool counts = true;
};

Place place(const Lab& lab, int axis, long at, int offset, long extent) {
    long to = at + offset;
    switch (lab.boundary) {
    case BoundaryRule::keep: break;
    case BoundaryRule::clamp_to_edge:
        if (to < 0) {
            to = 0;
        }
        if (to >= extent) {
            to = extent - 1;
        }
        break;
    case BoundaryRule::periodic:
        while (to < 0) {
            to += extent;
        }
        while (to >= extent) {
            to -= extent;
        }
        break;
    case BoundaryRule::zero: return {to, to >= 0 && to < extent};
    case BoundaryRule::one_sided:
        to += one_sided_shift(lab, axis, at, extent);
        return {to, to < extent}; // none fits where the stencil is longer than the axis
    }
    return {to, true};
}

bool near_border(const Lab& lab, long x, long y, long z, const Extents& extents) {
    long largest = 0;
    for (const StencilPoint& point : lab.stencil) {
        for (const int offset : point.offset) {
            largest = std::max<long>(largest, std::abs(offset));
        }
    }
    const long at[3] = {x, y, z};
    const long extent[3] = {extents.x, extents.y, extents.z};
    for (std::size_t axis = 0; axis < lab.axes; ++axis) {
        if (at[axis] < largest || extent[axis] - 1 - at[axis] < largest) {
            return true;
        }
    }
    return false;
}

PlainCell cell(const Lab& lab, const CaseData& data, long x, long y, long z) {
    PlainCell result;
    if (lab.boundary == BoundaryRule::keep && near_border(lab, x, y, z, data.extents)) {
        result.kept = true;
        result.value = element(lab, data, x, y, z);
        return result;
    }
    std::size_t set = 0;
    if (lab.boundary == BoundaryRule::one_sided) {
        if (data.extents.x < span(lab)) {
            return result;
        }
        // Counted from the low end of the stencil where it then lies.
        long low = 0;
        for (const StencilPoint& point : lab.stencil) {
            low = std::min<long>(low, point.offset[0]);
        }
        set = static_cast<std::size_t>(-low - one_sided_shift(lab, 0, x, data.extents.x));
    }
    for (std::size_t term = 0; term < lab.stencil.size(); ++term) {
        const auto& offset = lab.stencil[term].offset;
        const Place px = place(lab, 0, x, offset[0], data.extents.x);
        const Place py = place(lab, 1, y, offset[1], data.extents.y);
        const Place pz = place(lab, 2, z, offset[2], data.extents.z);
        if (px.counts && py.counts && pz.counts) {
            const StencilPoint& point = lab.stencil[term];
            const long double product =
                static_cast<long double>(data.coefficients[set * lab.stencil.size() + term]) *
                (point.times ? element(lab, data, x, y, z, *point.times) : 1) *
                element(lab, data, px.at, py.at, pz.at, point.input);
            result.value += product;
            result.magnitude += std::fabs(product);
        }
    }
    if (lab.result_operation == ResultOperation::square) {
        result.value *= result.value;
        result.magnitude *= result.magnitude;
    }
    if (lab.result_range) {
        result.value = std::max<long double>(result.value, lab.result_range->low);
        result.value = std::min<long double>(result.value, lab.result_range->high);
    }
    return result;
}

} // namespace

std::vector<PlainCell> plain_model(const Lab& lab, const CaseData& data) {
    std::vector<PlainCell> cells;
    for (long z = 0; z < data.extents.z; ++z) {
        for (long y = 0; y < data.extents.y; ++y) {
            for (long x = 0; x < data.extents.x; ++x) {
                cells.push_back(cell(lab, data, x, y, z));
            }
        }
    }
    return cells;
}

} // namespace kit::tests

#include "analytics/count/stencil.hpp"

#include "analytics/count/exact.hpp"

namespace kit {

void check(const Stencil& stencil) {
    if (stencil.axes < 1 || stencil.axes > 3) {
        throw BadInput("A stencil has 1, 2 or 3 axes, not " + std::to_string(stencil.axes) + ".");
    }
    if (stencil.order < 0) {
        throw BadInput("A stencil's order is 0 or more, not " + std::to_string(stencil.order) +
                       ".");
    }
}

std::int64_t points(const Stencil& stencil) {
    check(stencil);
    if (stencil.shape == StencilShape::star) {
        return checked_add(checked_product({2, stencil.axes, stencil.order}), 1);
    }
    return checked_pow(checked_add(checked_mul(2, stencil.order), 1), stencil.axes);
}

Operations operations(const Stencil& stencil, std::int64_t outputs) {
    const std::int64_t per_output = checked_mul(2, points(stencil));
    return {checked_mul(per_output - 1, outputs), checked_mul(per_output, outputs)};
}

} // namespace kit

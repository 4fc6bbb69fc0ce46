#include "analytics/answers/derivation.hpp"

#include "analytics/print/numbers.hpp"

#include <fmt/format.h>

namespace kit {

std::vector<Step> axis_steps(const std::string& what, const std::array<AxisStep, 3>& axes) {
    const auto step = [&](const char* where, const AxisStep& axis) {
        return Step{what + ", " + where, axis.formula, thousands(axis.result)};
    };
    if (axes[0] == axes[1] && axes[1] == axes[2]) {
        return {step("each axis", axes[0])};
    }
    if (axes[0] == axes[1]) {
        return {step("x and y", axes[0]), step("z", axes[2])};
    }
    return {step("x", axes[0]), step("y", axes[1]), step("z", axes[2])};
}

std::string without_halo(std::int64_t size, int order) {
    return fmt::format("{} − 2·{}", thousands(size), order);
}

std::string describe(const Stencil& stencil) {
    return fmt::format("a {}-point stencil of order {}", thousands(points(stencil)), stencil.order);
}

} // namespace kit

#include "checker/model/lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace kit {

int reach(const Lab& lab) {
    int result = 0;
    for (const StencilPoint& point : lab.stencil) {
        for (const int offset : point.offset) {
            result = std::max(result, std::abs(offset));
        }
    }
    return result;
}

const Extents& counted_case(const Lab& lab) {
    const auto chapter = std::find(lab.cases.begin(), lab.cases.end(), Extents{120, 120, 120});
    if (chapter != lab.cases.end()) {
        return *chapter;
    }
    return *std::max_element(
        lab.cases.begin(), lab.cases.end(),
        [](const Extents& a, const Extents& b) { return a.cells() < b.cells(); });
}

std::string describe(const Extents& extents, const Lab& lab) {
    if (lab.axes == 1) {
        return fmt::format("{}", extents.x);
    }
    if (lab.cube) {
        return fmt::format("{}{}", extents.x, lab.axes == 2 ? "²" : "³");
    }
    if (lab.axes == 2) {
        return fmt::format("{}×{}", extents.x, extents.y);
    }
    return fmt::format("{}×{}×{}", extents.x, extents.y, extents.z);
}

std::string kernel_declaration(const Lab& lab) {
    std::string parameters;
    for (const Argument& argument : lab.arguments) {
        if (!parameters.empty()) {
            parameters += ", ";
        }
        switch (argument.role) {
        case Argument::Role::input:
            parameters += fmt::format("const {}* {}", cpp_name(lab.element), argument.name);
            break;
        case Argument::Role::output:
            parameters += fmt::format("{}* {}", cpp_name(lab.element), argument.name);
            break;
        default: parameters += fmt::format("int {}", argument.name); break;
        }
    }
    return fmt::format("__global__ void {}({})", lab.kernel, parameters);
}

} // namespace kit

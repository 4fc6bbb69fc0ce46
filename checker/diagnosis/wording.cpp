#include "checker/diagnosis/wording.hpp"

#include "checker/base/numbers.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

std::string argument_name(const Lab& lab, KernelArgument::Role role) {
    const auto found = std::ranges::find_if(
        lab.arguments, [role](const KernelArgument& argument) { return argument.role == role; });
    if (found == lab.arguments.end() && has_slabs(lab) &&
        (role == KernelArgument::Role::input || role == KernelArgument::Role::output)) {
        return argument_name(lab, KernelArgument::Role::own_slab) +
               (role == KernelArgument::Role::input ? ".in" : ".out");
    }
    return found == lab.arguments.end() ? std::string() : found->name;
}

std::string element_name(const std::string& array, const std::array<std::int64_t, 3>& cell,
                         const Lab& lab) {
    std::string name = array;
    for (std::size_t axis = lab.axes; axis-- > 0;) {
        name += fmt::format("[{}]", cell[axis]);
    }
    return name;
}

std::string axis_name(const Lab& lab, std::size_t axis) {
    constexpr const char* names[3][3] = {{"i", "", ""}, {"column", "row", ""}, {"k", "j", "i"}};
    return names[std::clamp<std::size_t>(lab.axes, 1, 3) - 1][axis];
}

std::string input_name(const Lab& lab, int number) {
    for (const KernelArgument& argument : lab.arguments) {
        if (argument.role == KernelArgument::Role::input && number-- == 0) {
            return argument.name;
        }
    }
    return argument_name(lab, KernelArgument::Role::input);
}

std::string neighbour_name(const Lab& lab, const std::array<int, 3>& offset, int input) {
    std::string name = input_name(lab, input);
    for (std::size_t axis = lab.axes; axis-- > 0;) {
        name += fmt::format("[{}{}]", axis_name(lab, axis),
                            offset[axis] == 0 ? "" : fmt::format("{:+}", offset[axis]));
    }
    return name;
}

std::string coefficient_name(const Lab& lab, std::size_t term) {
    if (lab.stencil[term].coefficient || coefficient_sets(lab) > 1) {
        return "the coefficient of " +
               neighbour_name(lab, lab.stencil[term].offset, lab.stencil[term].input);
    }
    return fmt::format(
        "{}[{}]",
        takes_coefficients(lab) ? argument_name(lab, KernelArgument::Role::coefficients) : "c",
        term);
}

std::string grid_name(const Extents& extents, const Lab& lab) {
    std::string name = lab.axes == 1 ? counted(static_cast<std::uint64_t>(extents.x), "point")
                                     : fmt::format("the {} grid", describe_grid(extents, lab));
    return lab.variants.empty() ? name : fmt::format("{} ({})", name, variant_name(lab));
}

std::string counted(std::uint64_t number, const std::string& noun) {
    return fmt::format("{} {}{}", thousands(number), noun, number == 1 ? "" : "s");
}

} // namespace kit

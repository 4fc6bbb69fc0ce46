#include "checker/diagnosis/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

std::string argument_name(const Lab& lab, Argument::Role role) {
    const auto found =
        std::find_if(lab.arguments.begin(), lab.arguments.end(),
                     [role](const Argument& argument) { return argument.role == role; });
    return found == lab.arguments.end() ? std::string() : found->name;
}

std::string element_name(const std::string& array, const std::array<std::int64_t, 3>& cell,
                         const Lab& lab) {
    std::string name = array;
    for (int axis = lab.axes - 1; axis >= 0; --axis) {
        name += fmt::format("[{}]", cell[static_cast<std::size_t>(axis)]);
    }
    return name;
}

std::string grid_name(const Extents& extents, const Lab& lab) {
    std::string name = lab.axes == 1
                           ? "the " + counted(static_cast<std::uint64_t>(extents.x), "point")
                           : fmt::format("the {} grid", describe_grid(extents, lab));
    return lab.variants.empty() ? name : fmt::format("{} ({})", name, variant_name(lab));
}

std::string grouped(std::uint64_t number) {
    std::string digits = fmt::format("{}", number);
    for (auto place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3) {
        digits.insert(static_cast<std::size_t>(place), 1, ',');
    }
    return digits;
}

std::string counted(std::uint64_t number, const std::string& noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

} // namespace kit

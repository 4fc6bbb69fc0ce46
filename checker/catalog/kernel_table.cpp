#include "checker/catalog/kernel_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace kit {

namespace {

using Role = Argument::Role;

constexpr std::array<Choice<Role>, 7> roles{{
    {"input", Role::input},
    {"output", Role::output},
    {"side", Role::side},
    {"width", Role::width},
    {"height", Role::height},
    {"depth", Role::depth},
    {"coefficients", Role::coefficients},
}};

std::string_view name_of(Role role) {
    const auto is_role = [role](const Choice<Role>& choice) { return choice.value == role; };
    return std::find_if(roles.begin(), roles.end(), is_role)->name;
}

/// Whether the arguments tell the kernel each axis's extent, in roles that the grid has. `axes` 0:
/// the file doesn't say what grid it is.
void check_roles(TomlTable& kernel, const std::set<Role>& given, int axes, bool cube) {
    for (const Role needed : {Role::input, Role::output}) {
        if (given.count(needed) == 0) {
            kernel.note("arguments", fmt::format("no argument has the role {}; exactly one must",
                                                 name_of(needed)));
        }
    }
    if (axes == 0) {
        return;
    }
    if (given.count(Role::side) != 0 && !cube) {
        kernel.note("arguments", "role side in a grid that isn't a cube; allowed are width, height "
                                 "and depth, or grid.cube = true");
        return;
    }
    constexpr std::array<Role, 3> extents{Role::width, Role::height, Role::depth};
    for (int axis = 0; axis < 3; ++axis) {
        const Role role = extents[static_cast<std::size_t>(axis)];
        if (axis >= axes && given.count(role) != 0) {
            kernel.note("arguments", fmt::format("role {} in a grid of {} {}", name_of(role), axes,
                                                 axes == 1 ? "axis" : "axes"));
        }
        if (axis < axes && given.count(role) == 0 && given.count(Role::side) == 0) {
            kernel.note("arguments",
                        fmt::format("no argument tells the kernel its {}; needed is "
                                    "the role {}{}",
                                    name_of(role), name_of(role), cube ? " or side" : ""));
        }
    }
}

} // namespace

std::string identifier(TomlTable& table, std::string_view key, TomlTable::Need need) {
    std::string name = table.text(key, need).value_or("");
    const auto letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool good =
        std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
    if (!name.empty() && (!good || digit(name.front()))) {
        table.note(key, fmt::format("is \"{}\"; allowed is a C++ name: letters, digits and _, "
                                    "no digit first",
                                    name));
        return "";
    }
    return name;
}

void read_kernel(TomlTable kernel, Lab& lab, int axes) {
    lab.kernel = identifier(kernel);
    std::set<std::string> names;
    std::set<Role> given;
    bool complete = true;
    std::vector<TomlTable> arguments = kernel.tables("arguments");
    for (TomlTable& each : arguments) {
        const std::string name = identifier(each);
        const std::optional<Role> role = each.choice("role", roles);
        if (!name.empty() && !names.insert(name).second) {
            each.note("name", fmt::format("\"{}\" is taken by another argument", name));
        }
        if (role && !given.insert(*role).second) {
            each.note("role", fmt::format("{} is another argument's role; allowed is one of each",
                                          name_of(*role)));
        }
        complete = complete && role.has_value();
        lab.arguments.push_back({name, role.value_or(Role::input)});
        each.finish();
    }
    if (complete && !arguments.empty()) {
        check_roles(kernel, given, axes, lab.cube);
    }
    kernel.finish();
}

} // namespace kit

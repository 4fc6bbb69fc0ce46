#include "checker/catalog/kernel_tables.hpp"

#include "checker/base/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

namespace {

using Role = KernelArgument::Role;

constexpr std::array<Choice<Role>, 11> roles{{
    {"input", Role::input},
    {"output", Role::output},
    {"side", Role::side},
    {"width", Role::width},
    {"height", Role::height},
    {"depth", Role::depth},
    {"coefficients", Role::coefficients},
    {"own-slab", Role::own_slab},
    {"slab-below", Role::slab_below},
    {"slab-above", Role::slab_above},
    {"sweep", Role::sweep},
}};

std::string_view name_of(Role role) {
    const auto is_role = [role](const Choice<Role>& choice) { return choice.value == role; };
    return std::ranges::find_if(roles, is_role)->name;
}

/// The arguments must give the kernel each axis's extent, and no other extent. `axes` 0: unknown.
void check_roles(TomlTable& kernel, const std::set<Role>& given, int axes, bool cube) {
    const bool has_slabs = given.count(Role::own_slab) != 0;
    const std::vector<Role> of_one{Role::input, Role::output};
    const std::vector<Role> of_several{Role::own_slab, Role::slab_below, Role::slab_above,
                                       Role::sweep};
    for (const Role unwanted : has_slabs ? of_one : of_several) {
        if (given.count(unwanted) != 0) {
            kernel.note("arguments", fmt::format("role {} {} the role own-slab", name_of(unwanted),
                                                 has_slabs ? "does not go with" : "needs"));
        }
    }
    for (const Role needed : has_slabs ? of_several : of_one) {
        if (given.count(needed) == 0) {
            kernel.note("arguments",
                        fmt::format("no argument has the role {}; {} needs it", name_of(needed),
                                    needed == Role::input ? "at least one" : "exactly one"));
        }
    }
    if (axes == 0) {
        return;
    }
    if (given.count(Role::side) != 0 && !cube) {
        kernel.note("arguments",
                    "role side needs grid.cube = true; other grids need the roles width, "
                    "height and depth");
        return;
    }
    constexpr std::array<Role, 3> extents{Role::width, Role::height, Role::depth};
    for (int axis = 0; axis < 3; ++axis) {
        const Role role = extents[axis];
        if (axis >= axes && given.count(role) != 0) {
            kernel.note("arguments", fmt::format("role {} in a grid of {} {}", name_of(role), axes,
                                                 axes == 1 ? "axis" : "axes"));
        }
        if (axis < axes && given.count(role) == 0 && given.count(Role::side) == 0) {
            kernel.note("arguments",
                        fmt::format("no argument gives the kernel its {}; one needs "
                                    "the role {}{}",
                                    name_of(role), name_of(role), cube ? " or side" : ""));
        }
    }
}

/// A C++ name; empty if the key is missing or wrong, which is then noted.
std::string identifier(TomlTable& table, std::string_view key = "name",
                       TomlTable::Need need = TomlTable::Need::required) {
    std::string name = table.text(key, need).value_or("");
    const auto letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool good = std::ranges::all_of(name, [&](char c) { return letter(c) || digit(c); });
    if (!name.empty() && (!good || digit(name.front()))) {
        table.note(key, fmt::format("is \"{}\"; it must be a C++ name: letters, digits and _, "
                                    "not a digit first",
                                    name));
        return "";
    }
    return name;
}

} // namespace

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
            each.note("name", fmt::format("another argument has the name \"{}\", too", name));
        }
        if (role && !given.insert(*role).second && role != Role::input) {
            each.note("role",
                      fmt::format("another argument has the role {}, too; each role is for one",
                                  name_of(*role)));
        }
        complete = complete && role.has_value();
        lab.arguments.push_back({name, role.value_or(Role::side)});
        each.finish();
    }
    if (arguments.size() > most_arguments) {
        kernel.note("arguments",
                    fmt::format("has {} tables; a kernel may have at most {} arguments",
                                arguments.size(), most_arguments));
    }
    if (complete && !arguments.empty()) {
        check_roles(kernel, given, axes, lab.cube);
    }
    kernel.finish();
}

void read_exploration(TomlTable exploration, Lab& lab) {
    lab.block_constant = identifier(exploration, "block", TomlTable::Need::optional);
    exploration.finish();
}

} // namespace kit

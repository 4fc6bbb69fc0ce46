#include "checker/build/glue.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

std::string type_of(const Argument& argument, const Lab& lab) {
    switch (argument.role) {
    case Argument::Role::input: return fmt::format("const {}*", cpp_name(lab.element));
    case Argument::Role::output: return fmt::format("{}*", cpp_name(lab.element));
    default: return "int";
    }
}

bool is_extent(const Argument& argument) {
    return argument.role != Argument::Role::input && argument.role != Argument::Role::output;
}

void append(std::string& list, const std::string& item) {
    list += list.empty() ? item : ", " + item;
}

} // namespace

std::string launch_config_declaration(const Lab& lab) {
    std::string parameters;
    for (const Argument& argument : lab.arguments) {
        if (is_extent(argument)) {
            append(parameters, "int " + argument.name);
        }
    }
    return fmt::format("LaunchConfig launch_config({})", parameters);
}

std::string glue_source(const Lab& lab) {
    std::string types;
    std::string values;
    std::string extent_types;
    std::string extent_values;
    int number = 0;
    int extent = 0;
    for (const Argument& argument : lab.arguments) {
        const std::string type = type_of(argument, lab);
        append(types, type);
        append(values, fmt::format("*static_cast<{} const*>(kit_arguments[{}])", type, number));
        ++number;
        if (is_extent(argument)) {
            append(extent_types, "int");
            append(extent_values, fmt::format("kit_extents[{}]", extent));
            ++extent;
        }
    }
    const auto part = [](std::string_view name) { return fmt::format("\n#line 1 \"{}\"\n", name); };
    std::string source = fmt::format("#include \"{}\"\n", submission_name);
    source += part(glue_part::end_of_file);
    source += "namespace kit_submission { constexpr int kit_end_of_file = 0; }\n";
    source += part(glue_part::kernel_name);
    source += fmt::format("namespace kit_submission {{ using ::{}; }}\n", lab.kernel);
    source += part(glue_part::kernel_parameters);
    source +=
        fmt::format("namespace kit_submission {{ constexpr void (*kit_kernel)({}) = &::{}; }}\n",
                    types, lab.kernel);
    source += part(glue_part::config_name);
    source += "namespace kit_submission { using ::launch_config; }\n";
    source += part(glue_part::config_parameters);
    source += fmt::format("namespace kit_submission {{ constexpr LaunchConfig "
                          "(*kit_config)({}) = &::launch_config; }}\n",
                          extent_types);
    source += part(glue_part::entry);
    source += fmt::format(
        R"(struct KitLaunch {{ unsigned int grid[3], block[3]; unsigned long long shared_bytes, programmatic; }};
extern "C" __attribute__((no_sanitize("thread"), used))
void kit_submission_kernel(void* const* kit_arguments) {{ kit_submission::kit_kernel({}); }}
extern "C" __attribute__((no_sanitize("thread"), used))
void kit_submission_launch_config(const int* kit_extents, KitLaunch* kit_launch) {{
    const LaunchConfig kit_config = kit_submission::kit_config({});
    *kit_launch = {{{{kit_config.grid.x, kit_config.grid.y, kit_config.grid.z}},
                   {{kit_config.block.x, kit_config.block.y, kit_config.block.z}},
                   kit_config.shared_bytes, kit_config.programmatic}};
}}
)",
        values, extent_values);
    return source;
}

} // namespace kit

#include "checker/compile/glue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace kit {

namespace {

std::string type_of(const KernelArgument& argument, const Lab& lab) {
    switch (argument.role) {
    case KernelArgument::Role::input: return fmt::format("const {}*", cpp_name(lab.element));
    case KernelArgument::Role::output: return fmt::format("{}*", cpp_name(lab.element));
    case KernelArgument::Role::coefficients:
        return fmt::format("Coefficients<{}, {}>", cpp_name(lab.element), coefficient_count(lab));
    default: return "int";
    }
}

bool is_extent(const KernelArgument& argument) {
    switch (argument.role) {
    case KernelArgument::Role::input:
    case KernelArgument::Role::output:
    case KernelArgument::Role::coefficients: return false;
    default: return true;
    }
}

void append(std::string& list, const std::string& item) {
    list += list.empty() ? item : ", " + item;
}

/// The types of a variant's kernel, and the values it is called with.
struct Call {
    std::string types;
    std::string values;
};

Call call_of(const Lab& lab) {
    Call call;
    int number = 0;
    for (const KernelArgument& argument : lab.arguments) {
        const std::string type = type_of(argument, lab);
        append(call.types, type);
        append(call.values,
               fmt::format("*static_cast<{} const*>(kit_arguments[{}])", type, number));
        ++number;
    }
    return call;
}

/// "<float, 2>"; empty where the kernel is no template.
std::string template_arguments(const Lab& lab) {
    return kernel_name(lab).substr(lab.kernel.size());
}

/// A function's body that does for each variant what `statement` says, or just does it.
template <class Statement>
std::string for_variant(const std::vector<Lab>& variants, const Statement& statement) {
    if (variants.size() == 1) {
        return statement(variants.front());
    }
    std::string cases;
    for (const Lab& variant : variants) {
        cases += fmt::format("case {}: {} break; ", variant.variant, statement(variant));
    }
    return fmt::format("switch (kit_variant) {{ {}}}", cases);
}

std::string part(std::string_view name) {
    return fmt::format("\n# 1 \"{}\"\n", name);
}

/// Demands the kernel and calls it as the current thread.
std::string kernel_glue(const Lab& lab) {
    const std::vector<Lab> variants = all_variants(lab);
    std::string source = part(glue_part::kernel_name);
    source += fmt::format("namespace kit_submission {{ using ::{}; }}\n", lab.kernel);
    source += part(glue_part::kernel_parameters);
    for (const Lab& variant : variants) {
        source += fmt::format(
            "namespace kit_submission {{ __device__ void (*const kit_kernel_{})({}) = &::{}; }}\n",
            variant.variant, call_of(variant).types, kernel_name(variant));
    }
    source += part(glue_part::entry);
    source += fmt::format(
        R"(extern "C" __device__ __attribute__((__used__))
void kit_submission_kernel(unsigned int kit_variant, void* const* kit_arguments) {{
    (void)kit_variant;
    {}
}}
)",
        for_variant(variants, [](const Lab& variant) {
            return fmt::format("kit_submission::kit_kernel_{}({});", variant.variant,
                               call_of(variant).values);
        }));
    return source;
}

/// Demands launch_config and calls it.
std::string config_glue(const Lab& lab) {
    const std::vector<Lab> variants = all_variants(lab);
    std::string extent_types;
    std::string extent_values;
    int extent = 0;
    for (const KernelArgument& argument : lab.arguments) {
        if (is_extent(argument)) {
            append(extent_types, "int");
            append(extent_values, fmt::format("kit_extents[{}]", extent));
            ++extent;
        }
    }
    std::string source = part(glue_part::config_name);
    source += "namespace kit_submission { using ::launch_config; }\n";
    source += part(glue_part::config_parameters);
    for (const Lab& variant : variants) {
        source += fmt::format("namespace kit_submission {{ constexpr LaunchConfig "
                              "(*kit_config_{})({}) = &::launch_config{}; }}\n",
                              variant.variant, extent_types, template_arguments(variant));
    }
    source += part(glue_part::entry);
    source += fmt::format(
        R"(struct kit_launch_fields {{ unsigned int kit_grid[3], kit_block[3]; unsigned long long kit_bytes, kit_flag; }};
extern "C" __attribute__((__used__))
void kit_submission_launch_config(unsigned int kit_variant, const int* kit_extents, kit_launch_fields* kit_launch) {{
    (void)kit_variant;
    LaunchConfig kit_config;
    {}
    const auto& [kit_grid, kit_block, kit_bytes, kit_flag] = kit_config;
    const auto& [kit_0, kit_1, kit_2] = kit_grid;
    const auto& [kit_3, kit_4, kit_5] = kit_block;
    *kit_launch = {{{{kit_0, kit_1, kit_2}}, {{kit_3, kit_4, kit_5}}, kit_bytes, kit_flag}};
}}
)",
        for_variant(variants, [&](const Lab& variant) {
            return fmt::format("kit_config = kit_submission::kit_config_{}({});", variant.variant,
                               extent_values);
        }));
    return source;
}

} // namespace

std::string launch_config_declaration(const Lab& lab) {
    std::string parameters;
    for (const KernelArgument& argument : lab.arguments) {
        if (is_extent(argument)) {
            append(parameters, "int " + argument.name);
        }
    }
    return fmt::format("{}LaunchConfig launch_config({})", template_line(lab), parameters);
}

std::vector<std::string> lab_definitions(const Lab& lab) {
    if (takes_coefficients(lab)) {
        return {};
    }
    return {fmt::format("-DLAB_ELEMENT={}", cpp_name(lab.element)),
            fmt::format("-DLAB_COEFFICIENTS={}", std::max<std::size_t>(coefficient_count(lab), 1))};
}

std::string instances_source(const Lab& lab) {
    std::string source = fmt::format("#include \"{}\"\n", submission_name);
    for (const Lab& variant : all_variants(lab)) {
        source += fmt::format("template __global__ void {}({});\n", kernel_name(variant),
                              call_of(variant).types);
    }
    return source;
}

bool is_submission(const std::string& file) {
    return std::filesystem::path(file).filename() == submission_name;
}

std::string include_source() {
    return fmt::format("#include \"{}\"\n", submission_name);
}

std::string glue_source(const Lab& lab, GlueSide side) {
    std::string source = part(glue_part::end_of_file);
    source += "namespace kit_submission { constexpr int kit_end_of_file = 0; }\n";
    return source + (side == GlueSide::device ? kernel_glue(lab) : config_glue(lab));
}

} // namespace kit

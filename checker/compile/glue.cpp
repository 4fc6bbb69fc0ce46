#include "checker/compile/glue.hpp"

#include "checker/model/slabs.hpp"

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
    case KernelArgument::Role::own_slab:
    case KernelArgument::Role::slab_below:
    case KernelArgument::Role::slab_above: return "Slab";
    default: return "int";
    }
}

/// What launch_config takes, each an int.
std::vector<std::string> config_parameters(const Lab& lab) {
    std::vector<std::string> names;
    for (const KernelArgument& argument : lab.arguments) {
        switch (argument.role) {
        case KernelArgument::Role::side:
        case KernelArgument::Role::width:
        case KernelArgument::Role::height:
        case KernelArgument::Role::depth: names.push_back(argument.name); break;
        default: break;
        }
    }
    if (has_slabs(lab)) {
        names.push_back("planes");
    }
    return names;
}

void append(std::string& list, const std::string& item) {
    list += list.empty() ? item : ", " + item;
}

/// From here on compilers count lines from this one of this part.
std::string line(std::string_view part, std::size_t number) {
    return fmt::format("\n# {} \"{}\"\n", number, part);
}

std::string part(std::string_view name) {
    return line(name, 1);
}

/// "<float, 2>"; empty where the kernel is no template.
std::string template_arguments(const Lab& lab) {
    return kernel_name(lab).substr(lab.kernel.size());
}

/// The types of a variant's kernel.
std::string types_of(const Lab& lab) {
    std::string types;
    for (const KernelArgument& argument : lab.arguments) {
        append(types, type_of(argument, lab));
    }
    return types;
}

/// The values that a variant's kernel is called with, each read as the type that the kernel takes.
std::string values_of(const Lab& lab) {
    std::string values;
    for (std::size_t i = 0; i < lab.arguments.size(); ++i) {
        append(values, fmt::format("*static_cast<typename kit_submission::kit_parameter<{0}, "
                                   "decltype(kit_submission::kit_kernel_{1})>::kit_type const*>("
                                   "kit_arguments[{0}])",
                                   i, lab.variant));
    }
    return values;
}

/// Takes a kernel by its address, one of other parameters where there is none of the lab's. What fits, too, is as
/// textbooks print it: float* for const float*, and unsigned int for int. A static_assert
/// fails on the line that stands for the parameter, or on line 1 for their number.
std::string parameters_glue(const Lab& lab) {
    std::string source = fmt::format(
        R"(namespace kit_submission {{
template <class kit_own, class kit_labs> inline constexpr bool kit_fits = false;
template <class kit_type> inline constexpr bool kit_fits<kit_type, kit_type> = true;
template <class kit_type> inline constexpr bool kit_fits<kit_type*, const kit_type*> = true;
template <> inline constexpr bool kit_fits<unsigned int, int> = true;
template <int kit_place, class kit_kernel> struct kit_parameter;
template <int kit_place, class kit_first, class... kit_rest>
struct kit_parameter<kit_place, void (*const)(kit_first, kit_rest...)>
    : kit_parameter<kit_place - 1, void (*const)(kit_rest...)> {{}};
template <class kit_first, class... kit_rest>
struct kit_parameter<0, void (*const)(kit_first, kit_rest...)> {{ using kit_type = kit_first; }};
template <int kit_wanted, class... kit_found> inline constexpr bool kit_counts = kit_wanted == sizeof...(kit_found);
}}
)");
    for (const Lab& variant : all_variants(lab)) {
        source += fmt::format("namespace kit_submission {{ __host__ __device__ constexpr auto "
                              "kit_taken_{}(void (*kit_kernel)({})) {{ return kit_kernel; }}\n",
                              variant.variant, types_of(variant));
        source += fmt::format("template <class... kit_types> __host__ __device__ constexpr auto "
                              "kit_taken_{}(void (*kit_kernel)(kit_types...)) {{\n",
                              variant.variant);
        source += fmt::format("{}static_assert(kit_counts<{}, kit_types...>);\n",
                              line(glue_part::kernel_parameters, 1), variant.arguments.size());
        source +=
            fmt::format("if constexpr (sizeof...(kit_types) == {}) {{\n", variant.arguments.size());
        for (std::size_t i = 0; i < variant.arguments.size(); ++i) {
            source += fmt::format(
                "{}static_assert(kit_fits<typename kit_parameter<{}, void (*const)(kit_types...)>"
                "::kit_type, {}>);\n",
                line(glue_part::kernel_parameters, glue_part::first_parameter + i), i,
                type_of(variant.arguments[i], variant));
        }
        source += "} return kit_kernel; } }\n";
    }
    return source;
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

/// Demands the kernel and calls it as the current thread.
std::string kernel_glue(const Lab& lab) {
    const std::vector<Lab> variants = all_variants(lab);
    std::string source = part(glue_part::kernel_name);
    source += fmt::format("namespace kit_submission {{ using ::{}; }}\n", lab.kernel);
    source += parameters_glue(lab);
    source += part(glue_part::kernel_parameters);
    for (const Lab& variant : variants) {
        source +=
            fmt::format("namespace kit_submission {{ __device__ constexpr auto kit_kernel_{0} = "
                        "kit_taken_{0}(&::{1}); }}\n",
                        variant.variant, kernel_name(variant));
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
                               values_of(variant));
        }));
    return source;
}

/// Demands launch_config and calls it.
std::string config_glue(const Lab& lab) {
    const std::vector<Lab> variants = all_variants(lab);
    std::string extent_types;
    std::string extent_values;
    for (std::size_t extent = 0; extent < config_parameters(lab).size(); ++extent) {
        append(extent_types, "int");
        append(extent_values, fmt::format("kit_extents[{}]", extent));
    }
    std::string source = part(glue_part::config_name);
    source += "namespace kit_submission { using ::launch_config; }\n";
    source += part(glue_part::config_parameters);
    for (const Lab& variant : variants) {
        source += fmt::format("namespace kit_submission {{ constexpr LaunchConfig "
                              "(*kit_config_{})({}) = &::launch_config{}; }}\n",
                              variant.variant, extent_types, template_arguments(variant));
    }
    // The host has the names of kernels, and none of __device__ functions.
    source += parameters_glue(lab);
    source += part(glue_part::kernel_of_host);
    for (const Lab& variant : variants) {
        source += fmt::format("namespace kit_submission {{ void kit_launched_{}() {{ "
                              "(void)kit_taken_{}(&::{}); }} }}\n",
                              variant.variant, variant.variant, kernel_name(variant));
    }
    source += part(glue_part::entry);
    source += fmt::format(
        R"(struct kit_launch_fields {{ unsigned int kit_grid[3], kit_block[3]; unsigned long long kit_bytes, kit_flags[2]; }};
extern "C" __attribute__((__used__))
void kit_submission_launch_config(unsigned int kit_variant, const int* kit_extents, kit_launch_fields* kit_launch) {{
    (void)kit_variant;
    LaunchConfig kit_config;
    {}
    const auto& [kit_grid, kit_block, kit_bytes, kit_6, kit_7] = kit_config;
    const auto& [kit_0, kit_1, kit_2] = kit_grid;
    const auto& [kit_3, kit_4, kit_5] = kit_block;
    *kit_launch = {{{{kit_0, kit_1, kit_2}}, {{kit_3, kit_4, kit_5}}, kit_bytes, {{kit_6, kit_7}}}};
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
    for (const std::string& name : config_parameters(lab)) {
        append(parameters, "int " + name);
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
        source += fmt::format("void* kit_instance_{} = (void*)&{};\n", variant.variant,
                              kernel_name(variant));
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

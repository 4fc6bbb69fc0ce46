#include "checker/model/lab.hpp"

#include "checker/base/numbers.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace kit {

Lab variant_of(const Lab& lab, int number) {
    const Variant& variant = lab.variants.at(static_cast<std::size_t>(number));
    Lab result = lab;
    result.variant = number;
    result.element = variant.element;
    result.cases = variant.cases;
    result.stencil = points_of(lab.shape, lab.axes, variant.radius);
    return result;
}

std::vector<Lab> all_variants(const Lab& lab) {
    if (lab.variants.empty()) {
        return {lab};
    }
    std::vector<Lab> result;
    for (int number = 0; number < static_cast<int>(lab.variants.size()); ++number) {
        result.push_back(variant_of(lab, number));
    }
    return result;
}

std::string variant_name(const Lab& lab) {
    if (lab.variants.empty()) {
        return {};
    }
    return fmt::format("{}, R = {}", cpp_name(lab.element), reach(lab));
}

std::vector<StencilPoint> points_of(PointPattern shape, std::size_t axes, int radius) {
    std::vector<StencilPoint> points;
    if (shape != PointPattern::star) {
        const int rows = axes > 1 ? radius : 0;
        const int planes = axes > 2 ? radius : 0;
        for (int z = -planes; z <= planes; ++z) {
            for (int y = -rows; y <= rows; ++y) {
                for (int x = -radius; x <= radius; ++x) {
                    points.push_back({{x, y, z}, std::nullopt});
                }
            }
        }
        return points;
    }
    points.emplace_back();
    for (int distance = 1; distance <= radius; ++distance) {
        for (std::size_t axis = 0; axis < axes; ++axis) {
            for (const int sign : {-1, 1}) {
                points.emplace_back().offset[axis] = sign * distance;
            }
        }
    }
    return points;
}

bool is_small(const Extents& extents) {
    constexpr std::int64_t few_cells = 36'000; // 33³ are 35,937
    return extents.cells() <= few_cells;
}

double time_limit(const Lab& lab, const Extents& extents) {
    return lab.time_limit_seconds / (is_small(extents) ? 5.0 : 1.0);
}

bool has_gpu_reference(const Lab& lab) {
    return lab.reference.empty() && bytes_of(lab.element) >= 4;
}

int coefficient_sets(const Lab& lab) {
    if (lab.boundary != BoundaryRule::one_sided) {
        return 1;
    }
    int lowest = 0;
    int highest = 0;
    for (const StencilPoint& point : lab.stencil) {
        lowest = std::min(lowest, point.offset[0]);
        highest = std::max(highest, point.offset[0]);
    }
    return highest - lowest + 1;
}

std::size_t coefficient_count(const Lab& lab) {
    return lab.stencil.size() * static_cast<std::size_t>(coefficient_sets(lab));
}

bool takes_coefficients(const Lab& lab) {
    return std::ranges::any_of(lab.arguments, [](const KernelArgument& argument) {
        return argument.role == KernelArgument::Role::coefficients;
    });
}

int input_count(const Lab& lab) {
    const auto inputs = std::ranges::count_if(lab.arguments, [](const KernelArgument& argument) {
        return argument.role == KernelArgument::Role::input;
    });
    return std::max(static_cast<int>(inputs), 1);
}

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
    const auto chapter = std::ranges::find(lab.cases, Extents{120, 120, 120});
    if (chapter != lab.cases.end()) {
        return *chapter;
    }
    return *std::ranges::max_element(lab.cases, {}, &Extents::cells);
}

std::string describe_grid(const Extents& extents, const Lab& lab) {
    if (lab.axes == 1) {
        return thousands(extents.x);
    }
    if (lab.cube) {
        return fmt::format("{}{}", extents.x, lab.axes == 2 ? "²" : "³");
    }
    if (lab.axes == 2) {
        return fmt::format("{}×{}", extents.x, extents.y);
    }
    return fmt::format("{}×{}×{}", extents.x, extents.y, extents.z);
}

namespace {

/// The number of coefficients as an expression in the template's R.
std::string coefficient_count_text(const Lab& lab) {
    if (lab.shape == PointPattern::star) {
        return fmt::format("{} * R + 1", 2 * lab.axes);
    }
    const std::string side = "(2 * R + 1)";
    const bool is_squared = lab.axes > 1 || lab.boundary == BoundaryRule::one_sided;
    return lab.axes == 3 ? side + " * " + side + " * " + side
           : is_squared  ? side + " * " + side
                         : "2 * R + 1";
}

} // namespace

std::string describe(const Extents& extents, const Lab& lab) {
    std::string grid = describe_grid(extents, lab);
    if (const std::size_t gpus = slabs_of(lab, extents).size(); gpus > 0) {
        grid += fmt::format(" on {} GPU{}", gpus, gpus == 1 ? "" : "s");
    }
    return lab.variants.empty() ? grid : fmt::format("{} ({})", grid, variant_name(lab));
}

std::string kernel_name(const Lab& lab) {
    return lab.variants.empty()
               ? lab.kernel
               : fmt::format("{}<{}, {}>", lab.kernel, cpp_name(lab.element), reach(lab));
}

std::string template_line(const Lab& lab) {
    return lab.variants.empty() ? "" : "template <class T, int R>\n";
}

std::string kernel_declaration(const Lab& lab) {
    const std::string element = lab.variants.empty() ? cpp_name(lab.element) : "T";
    std::string parameters;
    for (const KernelArgument& argument : lab.arguments) {
        if (!parameters.empty()) {
            parameters += ", ";
        }
        switch (argument.role) {
        case KernelArgument::Role::input:
            parameters += fmt::format("const {}* {}", element, argument.name);
            break;
        case KernelArgument::Role::output:
            parameters += fmt::format("{}* {}", element, argument.name);
            break;
        case KernelArgument::Role::coefficients:
            parameters += fmt::format("Coefficients<{}, {}> {}", element,
                                      lab.variants.empty() ? std::to_string(coefficient_count(lab))
                                                           : coefficient_count_text(lab),
                                      argument.name);
            break;
        case KernelArgument::Role::own_slab:
        case KernelArgument::Role::slab_below:
        case KernelArgument::Role::slab_above:
            parameters += fmt::format("Slab {}", argument.name);
            break;
        default: parameters += fmt::format("int {}", argument.name); break;
        }
    }
    return fmt::format("{}__global__ void {}({})", template_line(lab), lab.kernel, parameters);
}

} // namespace kit

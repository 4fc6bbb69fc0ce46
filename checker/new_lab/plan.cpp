#include "checker/new_lab/plan.hpp"

#include "checker/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

std::string id_of(const LabPlan& plan) {
    return fmt::format("{:02}-{}", plan.number, plan.topic);
}

std::string title_of(const LabPlan& plan) {
    std::string title = plan.topic;
    std::ranges::replace(title, '-', ' ');
    if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') {
        title[0] = static_cast<char>(title[0] - 'a' + 'A');
    }
    return title;
}

std::vector<StencilPoint> points_of(const LabPlan& plan) {
    return plan.shape == PointPattern::points ? plan.points
                                              : points_of(plan.shape, plan.axes, plan.radius);
}

int block_side(const LabPlan& plan) {
    const bool marches =
        plan.technique == KernelFamily::coarsened || plan.technique == KernelFamily::register_tiled;
    if (marches) {
        return 32;
    }
    const bool is_tiled = plan.technique == KernelFamily::shared_memory_tiled;
    return plan.axes == 1   ? 256
           : plan.axes == 2 ? (is_tiled ? 32 : 16)
                            : (is_tiled && plan.radius > 2 ? 10 : 8);
}

int output_side(const LabPlan& plan) {
    return plan.technique == KernelFamily::basic ? block_side(plan)
                                                 : block_side(plan) - 2 * plan.radius;
}

void require_possible(const LabPlan& plan) {
    const std::size_t count = points_of(plan).size();
    if (count * bytes_of(plan.element) > most_coefficient_bytes) {
        throw UsageError(
            "The stencil has {} coefficients of {} bytes, and a launch has room for {} bytes "
            "of them.",
            count, bytes_of(plan.element), most_coefficient_bytes);
    }
    const auto refuse = [](const std::string& why) {
        throw UsageError(why + " --technique basic takes any stencil.");
    };
    const bool marches =
        plan.technique == KernelFamily::coarsened || plan.technique == KernelFamily::register_tiled;
    if (marches && plan.axes != 3) {
        refuse("Blocks march along z, so these kernels need --axes 3.");
    }
    if (plan.technique == KernelFamily::register_tiled && plan.shape != PointPattern::star) {
        refuse("With register tiling a thread holds the cells of its own column only, which is "
               "enough for a star.");
    }
    if (output_side(plan) < 1) {
        refuse(fmt::format("A stencil that reaches {} cells leaves a tile of {} cells along each "
                           "axis no output.",
                           plan.radius, block_side(plan)));
    }
    constexpr int most_wide = 4; // with more, the emulator needs over 10 s for 120³
    if (plan.axes == 3 && !marches && block_side(plan) > most_wide * output_side(plan)) {
        refuse(fmt::format("Of the {0}×{0}×{0} threads of a block only {1}×{1}×{1} would compute.",
                           block_side(plan), output_side(plan)));
    }
    const int planes = plan.technique == KernelFamily::coarsened ? 2 * plan.radius + 1 : 0;
    const std::size_t bytes = static_cast<std::size_t>(planes * 32 * 32) * bytes_of(plan.element);
    if (bytes > 48 * 1024) {
        refuse(fmt::format("{} planes of 32×32 cells are {} bytes, and a block's static shared "
                           "memory ends at 49,152.",
                           planes, bytes));
    }
}

} // namespace kit

#include "checker/new_lab/plan.hpp"

#include "checker/base/layout.hpp"
#include "checker/catalog/marked_parts.hpp"

#include <fmt/format.h>

namespace kit {

namespace {

/// As the handouts' markers and ./lab analytics name it.
const char* kernel_of(KernelFamily family) {
    switch (family) {
    case KernelFamily::shared_memory_tiled: return "tiled";
    case KernelFamily::coarsened: return "coarsened";
    case KernelFamily::register_tiled: return "register-tiled";
    default: return "basic";
    }
}

const char* boundary_of(BoundaryRule rule) {
    return rule == BoundaryRule::keep ? "keep" : "clamp";
}

bool is_counted(const LabPlan& plan) {
    const bool has_counts =
        plan.boundary == BoundaryRule::keep || plan.boundary == BoundaryRule::clamp_to_edge;
    return has_counts && plan.shape != PointPattern::points && plan.axes > 1;
}

/// The words of a marker that counts for this kernel: "tiled grid=120 block=8 ...".
std::string sizes_of(const LabPlan& plan, KernelFamily technique) {
    LabPlan of = plan;
    of.technique = technique;
    return fmt::format("{} grid={} block={} order={} shape={} axes={} type={} boundary={}",
                       kernel_of(technique), plan.axes == 3 ? "120" : "1023x769",
                       technique == KernelFamily::coarsened ||
                               technique == KernelFamily::register_tiled
                           ? "32x32"
                           : std::to_string(block_side(of)),
                       plan.radius, plan.shape == PointPattern::star ? "star" : "box", plan.axes,
                       cpp_name(plan.element), boundary_of(plan.boundary));
}

std::string numbers(const LabPlan& plan) {
    std::vector<KernelFamily> kernels{KernelFamily::basic};
    if (plan.technique != KernelFamily::basic) {
        kernels.push_back(plan.technique);
    }
    std::string head = "| |";
    std::string rule = "| --- |";
    for (const KernelFamily kernel : kernels) {
        head += fmt::format(" {} |", kernel_of(kernel));
        rule += " --- |";
    }
    std::string text = fmt::format("On a grid of {}:\n\n{}\n{}\n",
                                   plan.axes == 3 ? "120³ cells" : "1,023×769 cells", head, rule);
    constexpr std::array<std::array<const char*, 2>, 5> rows{{
        {"blocks", "blocks"},
        {"threads of a block", "threads-per-block"},
        {"cells that a block computes", "tile-outputs"},
        {"loads", "loads"},
        {"shared memory of a block, bytes", "shared-bytes"},
    }};
    for (const auto& [title, count] : rows) {
        text += fmt::format("| {} |", title);
        for (const KernelFamily kernel : kernels) {
            text += fmt::format(" <!-- ={}({}) -->0<!-- / --> |", count, sizes_of(plan, kernel));
        }
        text += "\n";
    }
    return text;
}

std::string drawing(const LabPlan& plan) {
    if (plan.shape == PointPattern::star && plan.radius <= 4 &&
        plan.technique == KernelFamily::basic) {
        return fmt::format("<!-- figure stars axes={} orders={} -->\n\n", plan.axes, plan.radius);
    }
    if (plan.technique == KernelFamily::shared_memory_tiled && plan.axes > 1 && plan.radius <= 4) {
        return fmt::format(
            "A slice of the input tile, with its halo:\n\n<!-- figure tile-slice block={} "
            "radius={} -->\n\n",
            block_side(plan), plan.radius);
    }
    return "";
}

} // namespace

std::string handout_page(const LabPlan& plan) {
    const std::string id = id_of(plan);
    const std::vector<MarkedPart> parts = marked_parts(kernel_texts(plan).solution);
    std::string text = fmt::format("# Lab {:02}: {}\n\n", plan.number, title_of(plan));
    text +=
        fmt::format("**Goal.** <!-- =lab({0} summary) -->.<!-- / -->\n\n"
                    "**Time.** About <!-- =lab({0} hours) -->0<!-- / --> hours, for {1} parts.\n\n"
                    "## The idea\n\n",
                    plan.number, parts.size());
    text +=
        fmt::format("The comment at the top of `labs/{}/kernel.cu` says what is computed, cell by "
                    "cell.\nSay here why one would: which equation, which picture?\n\n{}",
                    id, drawing(plan));
    text += "**Predict:** how many of the cells of a grid of 33 along each axis are computed?\n\n"
            "<details>\n<summary>Answer</summary>\n\n";
    const int lost = plan.boundary == BoundaryRule::keep ? 2 * plan.radius : 0;
    text += fmt::format(
        "That is <!-- ={}^{} -->0<!-- / --> of <!-- =33^{} -->0<!-- / -->.\n\n</details>\n\n",
        33 - lost, plan.axes, plan.axes);
    text += fmt::format(
        "## The skeleton\n\nAfter each part run `./lab check {}`: its line `Parts` says "
        "which of yours are right so far.\n\n| part | what it is |\n| --- | --- |\n",
        plan.number);
    for (const MarkedPart& part : parts) {
        text += fmt::format("| {} | {} |\n", part.number, part.title);
    }
    if (is_counted(plan)) {
        text += "\n## The numbers\n\n" + numbers(plan);
    }
    text +=
        fmt::format("\n## Try\n\n- `./lab trace {0}` shows what one thread of your kernel does.\n"
                    "- `./lab check {0} --lines` shows what each line's accesses cost.\n",
                    plan.number);
    text += "\n## What goes wrong\n\n"
            "- **`wrong-output` on one side.** The guard has the wrong end of an axis, or a "
            "neighbour is taken from the wrong place.\n"
            "- **`out-of-bounds-global`.** A coordinate was not checked before it became a place "
            "in the array.\n";
    if (plan.technique != KernelFamily::basic) {
        text += "- **`race-shared`.** A barrier is missing, or stands in the wrong place.\n"
                "- **`uninitialized-shared`.** A cell of the tile is read that no thread loaded.\n";
    }
    text += "\n## Further reading\n\n- *Programming Massively Parallel Processors*, chapter 8.\n";
    return text;
}

} // namespace kit

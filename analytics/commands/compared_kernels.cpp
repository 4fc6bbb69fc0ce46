#include "analytics/commands/compared_kernels.hpp"

#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace kit {

namespace {

constexpr std::array<Varied, 3> varied{{{"--grid", "grid", &KernelOptions::grid, 1},
                                        {"--block", "block", &KernelOptions::block, 1},
                                        {"--order", "order", &KernelOptions::order, 0}}};

/// Whether the family can do such a stencil at all, whatever the sizes.
bool applies(KernelFamily family, const Stencil& stencil) {
    const bool reads_faces_only = stencil.shape == StencilShape::star || stencil.axes == 1;
    switch (family) {
    case KernelFamily::coarsened: return stencil.axes == 3;
    case KernelFamily::register_tiled: return stencil.axes == 3 && reads_faces_only;
    case KernelFamily::halo_loading: return reads_faces_only;
    case KernelFamily::shared_1d: return stencil.axes == 1;
    default: return true;
    }
}

/// The options without those that do not apply to this family: a --block of two sizes is for kernels
/// that march, one of one or three sizes for the others, and only marching kernels have --planes.
KernelOptions for_family(KernelOptions options, KernelFamily family) {
    options.axes = options.axes.value_or(3);
    if (!marches(family)) {
        options.planes.reset();
    }
    if (options.block && *options.axes == 3) {
        const bool is_flat = parse_sizes("--block", *options.block).size() == 2;
        if (is_flat != marches(family)) {
            options.block.reset();
        }
    }
    return options;
}

/// One kernel at all choices. Those next to each other that make no kernel are one note.
void add_family(ComparedKernels& comparison, const Choices& choices, KernelFamily family,
                bool is_named, bool is_series) {
    const std::string name(typed_name(family));
    std::vector<std::string> refused; ///< the sizes of choices in a row
    std::string reason;
    const auto note = [&] {
        if (!refused.empty()) {
            const std::string to = refused.size() > 1 ? " to " + refused.back() : "";
            comparison.notes.push_back(
                fmt::format("Without {}{}: {}", name,
                            refused.front().empty() ? "" : " at " + refused.front() + to, reason));
        }
        refused.clear();
    };
    for (const KernelOptions& choice : choices.all) {
        std::vector<std::string> sizes;
        for (const Varied* const size : choices.differ) {
            sizes.push_back(*(choice.*size->size));
        }
        // What was asked for by name has to take every option.
        const KernelOptions own = is_named ? choice : for_family(choice, family);
        try {
            const KernelModel model = model_of(own, family);
            Traffic counts = traffic(model);
            if (const std::string large = shared_memory_note(counts); !large.empty() && is_series) {
                throw BadInput(large); // a series ends there
            }
            note();
            comparison.columns.push_back({join(sizes.empty() ? std::vector{name} : sizes, ", "),
                                          name, model, counts, sizes});
        } catch (const BadInput& error) {
            const bool is_meant = family == KernelFamily::basic || is_named ||
                                  (marches(family) && (own.block || own.planes));
            if (is_meant && choices.differ.empty()) {
                throw;
            }
            reason = refused.empty() ? error.what() : reason;
            refused.push_back(join(sizes, ", "));
        }
    }
    note();
}

} // namespace

std::vector<std::string> values_of(std::string_view option, std::int64_t least,
                                   const std::string& text) {
    if (text.find_first_of(":,") == std::string::npos || is_grouped_number(text)) {
        return {text};
    }
    if (text.find_first_not_of("0123456789:,^ ") != std::string::npos) {
        const auto shapes = split_at(text, ',');
        return {shapes.begin(), shapes.end()};
    }
    const RangeRule rule{.option = std::string(option),
                         .least = least,
                         .growth = Growth::by_one,
                         .most_sizes = 1000};
    std::vector<std::string> values;
    for (const std::int64_t value : read_range(rule, text)) {
        values.push_back(std::to_string(value));
    }
    return values;
}

Choices choices_of(const KernelOptions& options) {
    Choices choices;
    choices.all = {options};
    for (const Varied& size : varied) {
        const std::vector<std::string> values =
            options.*size.size ? values_of(size.option, size.least, *(options.*size.size))
                               : std::vector<std::string>{};
        if (values.size() < 2) {
            continue;
        }
        choices.differ.push_back(&size);
        std::vector<KernelOptions> more;
        for (KernelOptions one : choices.all) {
            for (const std::string& value : values) {
                one.*size.size = value;
                more.push_back(one);
            }
        }
        choices.all = std::move(more);
    }
    return choices;
}

ComparedKernels comparison_of(const std::vector<std::string>& kernels, const KernelOptions& options,
                              const Choices& choices, bool is_series) {
    if (options.planes && options.axes.value_or(3) != 3) {
        throw BadInput("--planes needs 3 axes: on fewer, no kernel marches along z.");
    }
    ComparedKernels comparison;
    std::vector<KernelFamily> families;
    for (const std::string& name : kernels) {
        families.push_back(family_named(name));
    }
    if (families.empty()) {
        // The basic kernel refuses the sizes that every kernel refuses.
        KernelOptions plain = for_family(choices.all.front(), KernelFamily::basic);
        plain.block.reset();
        const Stencil stencil = model_of(plain, KernelFamily::basic).stencil;
        std::ranges::copy_if(all_families, std::back_inserter(families),
                             [&](KernelFamily family) { return applies(family, stencil); });
    }
    for (const KernelFamily family : families) {
        add_family(comparison, choices, family, !kernels.empty(), is_series);
    }
    if (comparison.columns.empty()) {
        throw BadInput(comparison.notes.front());
    }
    if (families.size() > 1 && !choices.differ.empty()) {
        for (Compared& each : comparison.columns) {
            each.name = each.family + " " + each.name;
        }
    }
    return comparison;
}

} // namespace kit

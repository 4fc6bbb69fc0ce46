#include "checker/catalog/lab_file.hpp"

#include "checker/base/toml_reader.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/catalog/kernel_tables.hpp"
#include "checker/catalog/stencil_tables.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace kit {

namespace {

using Need = TomlTable::Need;

constexpr std::array<Choice<Element>, 5> elements{{
    {"short", Element::int16},
    {"int", Element::int32},
    {"half", Element::float16},
    {"float", Element::float32},
    {"double", Element::float64},
}};
constexpr std::array<Choice<KernelFamily>, 6> families{{
    {"basic", KernelFamily::basic},
    {"shared-memory-tiled", KernelFamily::shared_memory_tiled},
    {"coarsened", KernelFamily::coarsened},
    {"register-tiled", KernelFamily::register_tiled},
    {"halo-loading", KernelFamily::halo_loading},
    {"shared-1d", KernelFamily::shared_1d},
}};

void read_traffic(TomlTable traffic, Lab& lab) {
    if (!traffic.present()) {
        return;
    }
    const std::optional<KernelFamily> family = traffic.choice("family", families);
    if (input_count(lab) > 1) {
        traffic.note("family", "is for kernels with one input; leave [traffic] out");
    }
    const std::optional<int> planes = traffic.whole("planes_per_block", 1, 65535, Need::optional);
    const bool marches =
        family == KernelFamily::coarsened || family == KernelFamily::register_tiled;
    if (family && !marches && traffic.has("planes_per_block")) {
        traffic.note("planes_per_block",
                     "not allowed here; only coarsened and register-tiled blocks march along z");
    }
    lab.traffic = TrafficModel{family.value_or(KernelFamily::basic), planes};
    traffic.finish();
}

void read_technique(TomlTable technique, Lab& lab) {
    if (!technique.present()) {
        return;
    }
    if (!lab.traffic) {
        technique.note("chapter_block", "needs a [traffic] table with the family to compare with");
    }
    TechniqueDemand demand;
    const auto block = technique.wholes("chapter_block", 1, 1024);
    if (block && block->size() != 3) {
        technique.note("chapter_block", "must be three numbers: threads along x, y and z");
    } else if (block) {
        std::ranges::copy(*block, demand.chapter_block.begin());
    }
    demand.most_loads_percent = technique.whole("most_loads_percent", 100, 1000, Need::optional);
    demand.most_shared_percent = technique.whole("most_shared_percent", 100, 1000, Need::optional);
    lab.technique = demand;
    technique.finish();
}

void read_timing(TomlTable timing, Lab& lab) {
    lab.baseline = timing.text("baseline", Need::optional).value_or("");
    timing.finish();
}

/// After the cases.
void read_gpus(TomlTable gpus, Lab& lab) {
    const bool has_slabs = std::ranges::any_of(lab.arguments, [](const KernelArgument& argument) {
        return argument.role == KernelArgument::Role::own_slab;
    });
    if (!gpus.present()) {
        if (has_slabs) {
            gpus.note("counts", "missing; an argument has the role own-slab");
        }
        return;
    }
    lab.gpus = gpus.wholes("counts", 1, most_gpus).value_or(std::vector<int>());
    if (lab.gpus.size() != lab.cases.size()) {
        gpus.note("counts", fmt::format("has {} numbers; each of the {} cases needs one",
                                        lab.gpus.size(), lab.cases.size()));
    }
    if (!has_slabs || lab.axes != 3 || reach(lab) != 1 || lab.steps < 2) {
        gpus.note("counts", "needs an argument with the role own-slab, a grid of 3 axes, a stencil "
                            "that reaches 1 cell, and stencil.steps");
    }
    gpus.finish();
}

void read_limits(TomlTable limits, Lab& lab) {
    const auto seconds = limits.whole("seconds", 1, 600, Need::optional);
    lab.time_limit_seconds = seconds.value_or(lab.time_limit_seconds);
    const auto shared = limits.whole("shared_kib", 48, 227, Need::optional);
    lab.shared_limit_bytes = 1024 * shared.value_or(lab.shared_limit_bytes / 1024);
    limits.finish();
}

/// After stencil and boundary, which say how small a grid may be. `axes` 0: the file doesn't say.
void read_cases(TomlTable& grid, Lab& lab, int axes) {
    std::map<std::array<std::int64_t, 3>, std::string> seen;
    const std::vector<TomlText> cases = grid.texts("cases");
    lab.cases.clear();
    for (std::size_t i = 0; axes != 0 && i < cases.size(); ++i) {
        const std::string key = fmt::format("cases[{}]", i);
        const auto read = read_grid(cases[i].value, lab);
        if (const auto* what = std::get_if<std::string>(&read)) {
            grid.note(key, cases[i].line, *what);
            continue;
        }
        const Extents& extents = std::get<Extents>(read);
        const auto [first, is_new] =
            seen.emplace(std::array{extents.x, extents.y, extents.z}, cases[i].value);
        if (!is_new) {
            grid.note(key, cases[i].line,
                      fmt::format("\"{}\" is the same grid as \"{}\"; give each grid once",
                                  cases[i].value, first->second));
            continue;
        }
        lab.cases.push_back(extents);
    }
}

/// Elements and radii; cases are read later.
void read_variants(std::vector<TomlTable>& tables, Lab& lab) {
    std::set<std::pair<Element, int>> seen;
    for (TomlTable& table : tables) {
        const auto element = table.choice("element", elements);
        const auto radius = table.whole("radius", 1, max_radius);
        if (element && radius && !seen.emplace(*element, *radius).second) {
            table.note("radius", "another variant has the same element and radius");
        }
        lab.variants.push_back({element.value_or(Element::float32), radius.value_or(1), {}});
    }
    if (!lab.variants.empty()) {
        lab.element = lab.variants.front().element;
    }
}

/// The cases of each variant, or else the grid's.
void read_variant_cases(std::vector<TomlTable>& tables, TomlTable& grid, Lab& lab, int axes) {
    for (std::size_t i = 0; i < lab.variants.size(); ++i) {
        Lab one = variant_of(lab, static_cast<int>(i));
        TomlTable& table = tables[i];
        read_cases(table.has("cases") ? table : grid, one, axes);
        lab.variants[i].cases = std::move(one.cases);
        table.finish();
    }
    lab.cases = lab.variants.front().cases;
}

void read_tables(TomlTable& root, const std::filesystem::path& folder, Lab& lab) {
    lab.title = root.text("title").value_or("");
    lab.source = root.text("source").value_or("");
    lab.summary = root.text("summary").value_or("");
    lab.points = root.whole("points", 1, 100).value_or(0);
    lab.hours = root.whole("hours", 1, 100, Need::optional).value_or(0);
    lab.part_weights = root.numbers("part_weights", Need::optional).value_or(std::vector<double>());
    if (std::ranges::any_of(lab.part_weights, [](double weight) { return weight <= 0; })) {
        root.note("part_weights", "each weight must be above 0");
    }
    std::vector<TomlTable> variants;
    if (root.has("variants")) {
        variants = root.tables("variants");
        read_variants(variants, lab);
        if (root.has("element")) {
            root.note("element", "not allowed with [[variants]], which have their own");
        }
    } else {
        lab.element = root.choice("element", elements).value_or(Element::float32);
    }
    for (const TomlText& hint : root.texts("hints")) {
        lab.hints.push_back(hint.value);
    }
    TomlTable kernel = root.table("kernel");
    TomlTable grid = root.table("grid");
    const int axes = grid.whole("axes", 1, 3).value_or(0);
    lab.axes = axes != 0 ? axes : 3;
    const std::optional<bool> cube = grid.flag("cube", Need::optional);
    const bool cube_is_known = cube.has_value() || !grid.has("cube");
    lab.cube = cube.value_or(false);
    read_kernel(kernel, lab, cube_is_known ? axes : 0);
    TomlTable stencil = root.table("stencil");
    read_stencil(stencil, lab, axes);
    read_reference(stencil, folder, lab);
    read_boundary(root.table("boundary"), lab);
    read_result(root.table("result", Need::optional), lab);
    check_steps(stencil, lab);
    read_traffic(root.table("traffic", Need::optional), lab);
    read_technique(root.table("technique", Need::optional), lab);
    read_timing(root.table("timing", Need::optional), lab);
    read_exploration(root.table("exploration", Need::optional), lab);
    read_limits(root.table("limits", Need::optional), lab);
    read_cases(grid, lab, axes);
    if (!lab.variants.empty()) {
        read_variant_cases(variants, grid, lab, axes);
    }
    for (const Lab& one : all_variants(lab)) {
        if (coefficient_count(one) * bytes_of(one.element) > most_coefficient_bytes) {
            stencil.note(
                "coefficients",
                fmt::format("there are {} coefficients of {} bytes; a launch has room for {} bytes "
                            "of them",
                            coefficient_count(one), bytes_of(one.element), most_coefficient_bytes));
        }
    }
    read_gpus(root.table("gpus", Need::optional), lab);
    grid.finish();
    root.finish();
}

} // namespace

Lab read_lab_file(const std::filesystem::path& file, Problems& problems) {
    Lab lab;
    if (const auto table = parse_toml(file, problems)) {
        TomlTable root(*table, file, problems);
        read_tables(root, file.parent_path(), lab);
    }
    return lab;
}

} // namespace kit

#include "analytics/count/typed_sizes.hpp"
#include "checker/base/errors.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/explore/explore.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace kit {

namespace {

constexpr double sector_bytes = 32;
constexpr std::size_t most_settings = 256;

/// One absent entry, which means as the lab has it, if there are no numbers.
std::vector<std::optional<int>> each_of(const std::vector<std::int64_t>& numbers) {
    if (numbers.empty()) {
        return {std::nullopt};
    }
    std::vector<std::optional<int>> result;
    for (const std::int64_t number : numbers) {
        result.push_back(static_cast<int>(number));
    }
    return result;
}

std::vector<Extents> grids_of(const Lab& lab, const ExploredRanges& ranges) {
    if (ranges.grid.empty()) {
        return {counted_case(lab)};
    }
    // Either one grid with several sides, or a range of sides.
    if (ranges.grid.find('x') != std::string::npos) {
        return {parse_grid(ranges.grid, lab)};
    }
    std::vector<Extents> grids;
    for (const std::int64_t side : read_range({"--grid", 1, longest_length}, ranges.grid)) {
        grids.push_back(parse_grid(std::to_string(side), lab));
    }
    return grids;
}

std::vector<Setting> settings_of(const Lab& lab, const ExploredRanges& ranges) {
    std::vector<std::int64_t> blocks;
    std::vector<std::int64_t> radii;
    if (!ranges.block.empty()) {
        if (lab.block_constant.empty()) {
            throw UsageError("--block: lab {} does not say which constant sets its block size",
                             lab.id);
        }
        blocks = read_range({"--block", 1, 65535}, ranges.block);
    }
    if (!ranges.radius.empty()) {
        if (lab.variants.empty()) {
            throw UsageError("--radius: the kernel of lab {} has only one radius; labs "
                             "02, 03 and 11 are templates over the radius",
                             lab.id);
        }
        radii = read_range({"--radius", 1, 8, Growth::by_one}, ranges.radius);
    }
    std::vector<std::int64_t> gpus;
    if (!ranges.gpus.empty()) {
        gpus = read_range({"--gpus", 1, most_gpus}, ranges.gpus);
        static_cast<void>(with_gpus(lab, 1));
    }
    std::vector<Setting> settings;
    for (const Extents& extents : grids_of(lab, ranges)) {
        for (const Element element : explored_elements(lab, ranges.type)) {
            for (const auto& radius : each_of(radii)) {
                for (const auto& number : each_of(gpus)) {
                    const auto usual = static_cast<int>(slabs_of(lab, extents).size());
                    for (const auto& block : each_of(blocks)) {
                        settings.push_back(
                            {block, element, radius,
                             usual > 0 ? std::optional(number.value_or(usual)) : std::nullopt,
                             extents});
                    }
                }
            }
        }
    }
    if (settings.size() > most_settings) {
        throw UsageError("{} runs are more than the {} allowed; take shorter ranges",
                         settings.size(), most_settings);
    }
    return settings;
}

/// A size that can differ between the settings. Each that does is a column of the table. The one with
/// the most values is the chart's x axis; the others name the lines.
struct Dimension {
    Column column;
    TableCell (*cell)(const Setting& setting, const Lab& lab);
    double (*number)(const Setting& setting);
};

TableCell size_cell(const std::optional<int>& size) {
    return size ? TableCell(std::int64_t{*size}) : TableCell("–");
}

const std::vector<Dimension> dimensions{
    {{"block", "block"},
     [](const Setting& one, const Lab&) { return size_cell(one.block); },
     [](const Setting& one) { return static_cast<double>(one.block.value_or(0)); }},
    {{"radius", "R"},
     [](const Setting& one, const Lab&) { return size_cell(one.radius); },
     [](const Setting& one) { return static_cast<double>(one.radius.value_or(0)); }},
    {{"gpus", "GPUs"},
     [](const Setting& one, const Lab&) { return size_cell(one.gpus); },
     [](const Setting& one) { return static_cast<double>(one.gpus.value_or(0)); }},
    {{"element", "type", false},
     [](const Setting& one, const Lab&) { return TableCell(cpp_name(one.element)); },
     [](const Setting& one) { return static_cast<double>(one.element); }},
    {{"grid", "grid"},
     [](const Setting& one, const Lab& lab) {
         return lab.axes == 1 ? TableCell(one.extents.x)
                              : TableCell(describe_grid(one.extents, lab));
     },
     [](const Setting& one) { return static_cast<double>(one.extents.x); }}};

std::size_t distinct(const Dimension& dimension, const std::vector<Explored>& runs) {
    std::map<double, int> seen;
    for (const Explored& one : runs) {
        ++seen[dimension.number(one.setting)];
    }
    return seen.size();
}

/// What a chart can draw of a run; absent where the run did not give it.
struct Drawn {
    std::string_view label;
    std::optional<double> (*value)(const Explored& run);
};

/// In the order of preference. Sectors show the effect of a block's shape, but not that of a radius whose
/// halo stays within the same sectors: the lines of all radii would be one.
const std::vector<Drawn> drawn_quantities{
    {"µs, cold cache",
     [](const Explored& run) {
         return run.time ? std::optional(run.time->median * 1e6) : std::nullopt;
     }},
    {"bytes between the GPUs",
     [](const Explored& run) -> std::optional<double> {
         return run.setting.gpus && run.traffic && run.right
                    ? std::optional(static_cast<double>(run.traffic->counted.remote_bytes()))
                    : std::nullopt;
     }},
    {"bytes of load sectors for each cell",
     [](const Explored& run) -> std::optional<double> {
         if (!run.traffic || !run.right) {
             return std::nullopt;
         }
         return sector_bytes * static_cast<double>(run.traffic->counted.global_load_sectors) /
                static_cast<double>(run.setting.extents.cells());
     }},
    {"OP/B, loads only", [](const Explored& run) {
         return run.traffic && run.right ? counted_intensity(*run.traffic).by_loads : std::nullopt;
     }}};

const Dimension& dimension_named(std::string_view key) {
    return *std::ranges::find_if(dimensions,
                                 [key](const Dimension& one) { return one.column.key == key; });
}

/// The dimension with the most values is the x axis.
const Dimension& x_axis_of(const std::vector<Explored>& runs) {
    const Dimension* along = &dimensions.front();
    for (const Dimension& dimension : dimensions) {
        if (distinct(dimension, runs) > distinct(*along, runs)) {
            along = &dimension;
        }
    }
    return *along;
}

/// A line for each choice of the other dimensions, in the order of the runs.
std::vector<Chart::Series> lines_of(const Lab& lab, const std::vector<Explored>& runs,
                                    const Dimension& along, const Drawn& drawn) {
    std::vector<Chart::Series> lines;
    for (const Explored& one : runs) {
        std::string name;
        for (const Dimension& dimension : dimensions) {
            if (&dimension != &along && distinct(dimension, runs) > 1) {
                name += fmt::format("{}{} {}", name.empty() ? "" : ", ", dimension.column.heading,
                                    dimension.cell(one.setting, lab).text);
            }
        }
        auto line = std::ranges::find_if(
            lines, [&](const Chart::Series& known) { return known.name == name; });
        if (line == lines.end()) {
            line = lines.insert(lines.end(), {name, {}});
        }
        if (const auto value = drawn.value(one)) {
            line->points.emplace_back(along.number(one.setting), *value);
        }
    }
    return lines;
}

bool has_points(const std::vector<Chart::Series>& lines) {
    return std::ranges::any_of(lines,
                               [](const Chart::Series& line) { return !line.points.empty(); });
}

/// Whether a line hides another one.
bool coincide(const std::vector<Chart::Series>& lines) {
    for (auto one = lines.begin(); one != lines.end(); ++one) {
        if (!one->points.empty() &&
            std::any_of(lines.begin(), one,
                        [&](const Chart::Series& other) { return other.points == one->points; })) {
            return true;
        }
    }
    return false;
}

/// On one GPU both are 1.
const std::vector<Drawn> kinds_of_scaling{
    {"strong",
     [](const Explored& run) -> std::optional<double> {
         const auto& scaling = run.scaling;
         return !scaling          ? std::nullopt
                : scaling->strong ? std::optional(scaling->strong_scaling())
                                  : std::optional(1.0);
     }},
    {"weak", [](const Explored& run) -> std::optional<double> {
         const auto& scaling = run.scaling;
         return scaling && scaling->weak        ? std::optional(scaling->weak_scaling())
                : scaling && scaling->gpus == 1 ? std::optional(1.0)
                                                : std::nullopt;
     }}};

/// A line for each kind, and for each choice of other dimensions than the number of GPUs.
std::vector<Chart::Series> scaling_lines(const Lab& lab, const std::vector<Explored>& runs,
                                         const Dimension& gpus) {
    std::vector<Chart::Series> lines;
    for (const Drawn& kind : kinds_of_scaling) {
        for (Chart::Series& line : lines_of(lab, runs, gpus, kind)) {
            line.name = fmt::format("{}{}{}", kind.label, line.name.empty() ? "" : ", ", line.name);
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace

Chart explored_chart(const Lab& lab, const std::vector<Explored>& runs, const std::string& title) {
    const Dimension& along = x_axis_of(runs);
    Chart chart;
    chart.title = title;
    chart.x_label = along.column.heading;
    chart.logarithmic_x =
        along.column.key == "block" || along.column.key == "grid" || along.column.key == "gpus";
    chart.series = scaling_lines(lab, runs, dimension_named("gpus"));
    if (has_points(chart.series)) {
        chart.x_label = "GPUs";
        chart.y_label = "scaling, 1 is perfect";
        chart.logarithmic_x = true;
        return chart;
    }
    for (const Drawn& drawn : drawn_quantities) {
        std::vector<Chart::Series> lines = lines_of(lab, runs, along, drawn);
        const bool apart = has_points(lines) && !coincide(lines);
        if (apart || !has_points(chart.series)) {
            chart.y_label = drawn.label;
            chart.series = std::move(lines);
        }
        if (apart) {
            break;
        }
    }
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    for (const Chart::Series& line : chart.series) {
        for (const auto& [x, y] : line.points) {
            least = std::min(least, y);
            greatest = std::max(greatest, y);
        }
    }
    chart.logarithmic_y = least > 0 && greatest > 30 * least;
    return chart;
}

std::vector<Element> explored_elements(const Lab& lab, const std::string& type) {
    if (type.empty()) {
        return {lab.element};
    }
    std::vector<Element> elements;
    std::string part;
    for (std::istringstream parts(type); std::getline(parts, part, ',');) {
        if (part != "float" && part != "double") {
            throw UsageError("--type {}: '{}' is not one of float, double; several as float,double",
                             type, part);
        }
        if (is_whole(lab.element)) {
            throw UsageError("--type: lab {} computes whole numbers", lab.id);
        }
        elements.push_back(part == "float" ? Element::float32 : Element::float64);
    }
    return elements;
}

ExplorationView explore_sizes(const Lab& lab, const SubmissionFile& file,
                              const ExploredRanges& ranges, const Exploration& exploration,
                              StatusLine& status) {
    const std::vector<Setting> settings = settings_of(lab, ranges);
    std::vector<NamedRun> named;
    std::vector<Explored> runs;
    for (const Setting& setting : settings) {
        status.show(fmt::format("running {} of {}…", runs.size() + 1, settings.size()));
        runs.push_back(explore(lab, file, setting, exploration, fresh_seed(), status));
        named.push_back({{}, runs.back()});
    }
    status.clear();
    std::vector<Column> columns;
    for (const Dimension& dimension : dimensions) {
        const bool varies = distinct(dimension, runs) > 1;
        const bool asked = (dimension.column.key == "block" && !ranges.block.empty()) ||
                           (dimension.column.key == "radius" && !ranges.radius.empty()) ||
                           (dimension.column.key == "element" && !ranges.type.empty()) ||
                           (dimension.column.key == "gpus" && has_slabs(lab)) ||
                           dimension.column.key == "grid";
        if (!varies && !asked) {
            continue;
        }
        columns.push_back(dimension.column);
        for (NamedRun& one : named) {
            one.names.push_back(dimension.cell(one.run.setting, lab));
        }
    }
    const std::string title = fmt::format("{} · {}", lab.id, file.shown_path);
    return {explored_table(title, columns, named, exploration), explored_chart(lab, runs, title)};
}

} // namespace kit

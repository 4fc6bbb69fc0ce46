#include "checker/assessment/check_submission.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/exploration_views.hpp"
#include "checker/commands/explored_table.hpp"
#include "checker/exploration/range.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace kit {

namespace {

constexpr double sector_bytes = 32;
constexpr std::size_t most_settings = 256;

/// Absent entries mean: as the lab has it.
template <class T>
std::vector<std::optional<T>> each_of(const std::vector<std::int64_t>& numbers) {
    if (numbers.empty()) {
        return {std::nullopt};
    }
    std::vector<std::optional<T>> result;
    for (const std::int64_t number : numbers) {
        result.push_back(static_cast<T>(number));
    }
    return result;
}

std::vector<Extents> grids_of(const Lab& lab, const ExploreOptions& options) {
    if (options.grid.empty()) {
        return {counted_case(lab)};
    }
    // One grid of several sides, or a range of sides and lengths.
    if (options.grid.find('x') != std::string::npos) {
        return {parse_grid(options.grid, lab)};
    }
    std::vector<Extents> grids;
    for (const std::int64_t side : read_range({"--grid", 1, longest_length}, options.grid)) {
        grids.push_back(parse_grid(std::to_string(side), lab));
    }
    return grids;
}

std::vector<Setting> settings_of(const Lab& lab, const ExploreOptions& options) {
    std::vector<std::int64_t> blocks;
    std::vector<std::int64_t> radii;
    if (!options.block.empty()) {
        if (lab.block_constant.empty()) {
            throw UsageError(fmt::format(
                "--block: lab {} does not name the constant that says its block", lab.id));
        }
        blocks = read_range({"--block", 1, 65535}, options.block);
    }
    if (!options.radius.empty()) {
        if (lab.variants.empty()) {
            throw UsageError(fmt::format("--radius: the kernel of lab {} has one radius; those of "
                                         "02, 03 and 11 are templates over it",
                                         lab.id));
        }
        radii = read_range({"--radius", 1, 8, Growth::by_one}, options.radius);
    }
    std::vector<Setting> settings;
    for (const Extents& extents : grids_of(lab, options)) {
        for (const Element element : explored_elements(lab, options)) {
            for (const auto& radius : each_of<int>(radii)) {
                for (const auto& block : each_of<int>(blocks)) {
                    settings.push_back({block, element, radius, extents});
                }
            }
        }
    }
    if (settings.size() > most_settings) {
        throw UsageError(fmt::format("these are {} runs, more than {}; take shorter ranges",
                                     settings.size(), most_settings));
    }
    return settings;
}

/// What differs among the settings becomes a column; of several that do, all but the one with most
/// values name the lines of the chart.
struct Dimension {
    analytics::Column column;
    analytics::Cell (*cell)(const Setting& setting, const Lab& lab);
    double (*number)(const Setting& setting);
};

analytics::Cell size_cell(const std::optional<int>& size) {
    return size ? analytics::Cell(std::int64_t{*size}) : analytics::Cell("–");
}

const std::vector<Dimension> dimensions{
    {{"block", "block"},
     [](const Setting& one, const Lab&) { return size_cell(one.block); },
     [](const Setting& one) { return static_cast<double>(one.block.value_or(0)); }},
    {{"radius", "R"},
     [](const Setting& one, const Lab&) { return size_cell(one.radius); },
     [](const Setting& one) { return static_cast<double>(one.radius.value_or(0)); }},
    {{"element", "type", false},
     [](const Setting& one, const Lab&) { return analytics::Cell(cpp_name(one.element)); },
     [](const Setting& one) { return static_cast<double>(one.element); }},
    {{"grid", "grid"},
     [](const Setting& one, const Lab& lab) {
         return lab.axes == 1 ? analytics::Cell(one.extents.x)
                              : analytics::Cell(describe_grid(one.extents, lab));
     },
     [](const Setting& one) { return static_cast<double>(one.extents.x); }}};

std::size_t distinct(const Dimension& dimension, const std::vector<Explored>& runs) {
    std::map<double, int> seen;
    for (const Explored& one : runs) {
        ++seen[dimension.number(one.setting)];
    }
    return seen.size();
}

/// Time where there is a GPU, else the sectors loaded, which tell of a block's shape.
Chart chart_of(const Lab& lab, const std::vector<Explored>& runs, const std::string& title) {
    const bool timed =
        std::any_of(runs.begin(), runs.end(), [](const Explored& one) { return one.time; });
    const Dimension* along = &dimensions.front();
    for (const Dimension& dimension : dimensions) {
        if (distinct(dimension, runs) > distinct(*along, runs)) {
            along = &dimension;
        }
    }
    Chart chart;
    chart.title = title;
    chart.x_label = along->column.heading;
    chart.logarithmic_x = along->column.key == "block" || along->column.key == "grid";
    chart.y_label = timed ? "µs, cold cache" : "bytes of load sectors for each cell";
    std::map<std::string, std::vector<std::pair<double, double>>> lines;
    std::vector<std::string> order;
    for (const Explored& one : runs) {
        std::string name;
        for (const Dimension& dimension : dimensions) {
            if (&dimension != along && distinct(dimension, runs) > 1) {
                name += fmt::format("{}{} {}", name.empty() ? "" : ", ", dimension.column.heading,
                                    dimension.cell(one.setting, lab).text);
            }
        }
        if (lines.find(name) == lines.end()) {
            order.push_back(name);
        }
        auto& line = lines[name];
        const double x = along->number(one.setting);
        if (timed && one.time) {
            line.emplace_back(x, one.time->median * 1e6);
        } else if (!timed && one.traffic && one.right) {
            line.emplace_back(x, sector_bytes *
                                     static_cast<double>(one.traffic->counted.global_load_sectors) /
                                     static_cast<double>(one.setting.extents.cells()));
        }
    }
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    for (const std::string& name : order) {
        for (const auto& [x, y] : lines[name]) {
            least = std::min(least, y);
            greatest = std::max(greatest, y);
        }
        chart.series.push_back({name, lines[name]});
    }
    chart.logarithmic_y = least > 0 && greatest > 30 * least;
    return chart;
}

} // namespace

void explore_sizes(const Lab& lab, const SubmissionFile& file, const ExploreOptions& options,
                   const Session& session) {
    const std::vector<Setting> settings = settings_of(lab, options);
    std::string no_gpu;
    const std::optional<GpuBackend> gpu = gpu_for(options.run, no_gpu);
    Progress progress(STDERR_FILENO);
    std::vector<Explored> runs;
    for (const Setting& setting : settings) {
        progress.show(fmt::format("running {} of {}…", runs.size() + 1, settings.size()));
        runs.push_back(explore(lab, file, setting,
                               {session.root, fresh_seed(), gpu ? &*gpu : nullptr}, progress));
    }
    progress.clear();
    std::vector<analytics::Column> columns;
    std::vector<NamedRun> named(runs.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        named[i].run = runs[i];
    }
    for (const Dimension& dimension : dimensions) {
        const bool varies = distinct(dimension, runs) > 1;
        const bool asked = (dimension.column.key == "block" && !options.block.empty()) ||
                           (dimension.column.key == "radius" && !options.radius.empty()) ||
                           (dimension.column.key == "element" && !options.type.empty()) ||
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
    analytics::Table table = explored_table(title, columns, named);
    if (!no_gpu.empty()) {
        table.notes.push_back(fmt::format("Not timed: {}.", no_gpu));
    }
    show_exploration(options, table, chart_of(lab, runs, title));
}

} // namespace kit

// ./lab explore: one kernel over a range of block sizes, radii, element types and grids, or its
// accuracy over a range of lengths.
#include "checker/assessment/check_submission.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/explored_table.hpp"
#include "checker/exploration/accuracy.hpp"
#include "checker/exploration/range.hpp"
#include "checker/model/errors.hpp"
#include "checker/report/chart.hpp"
#include "checker/report/numbers.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <optional>

namespace kit {

namespace {

constexpr double sector_bytes = 32;
constexpr std::size_t most_settings = 256;
constexpr std::int64_t longest = std::int64_t{1} << 26;

struct Options {
    std::string lab;
    std::string file;
    std::string block;
    std::string radius;
    std::string type;
    std::string grid;
    std::string length;
    int order = 1;
    std::string plot;
    std::string backend = "auto";
    std::string format = "text";
};

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

std::vector<std::string> parts_of(const std::string& list) {
    std::vector<std::string> parts{""};
    for (const char letter : list) {
        if (letter == ',') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

std::vector<Element> elements_of(const Lab& lab, const Options& options) {
    if (options.type.empty()) {
        return {lab.element};
    }
    std::vector<Element> elements;
    for (const std::string& part : parts_of(options.type)) {
        if (part != "float" && part != "double") {
            throw UsageError(
                fmt::format("--type {}: '{}' is not one of float, double; several as float,double",
                            options.type, part));
        }
        const Element element = part == "float" ? Element::float32 : Element::float64;
        if (lab.element == Element::int32) {
            throw UsageError(fmt::format("--type: lab {} computes whole numbers", lab.id));
        }
        elements.push_back(element);
    }
    return elements;
}

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

std::vector<Extents> grids_of(const Lab& lab, const Options& options) {
    if (options.grid.empty()) {
        return {counted_case(lab)};
    }
    // One grid of several sides, or a range of sides and lengths.
    if (options.grid.find('x') != std::string::npos) {
        return {parse_grid(options.grid, lab)};
    }
    std::vector<Extents> grids;
    for (const std::int64_t side : read_range({"--grid", 1, longest}, options.grid)) {
        grids.push_back(parse_grid(std::to_string(side), lab));
    }
    return grids;
}

std::vector<Setting> settings_of(const Lab& lab, const Options& options) {
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
        for (const Element element : elements_of(lab, options)) {
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
    std::string (*text)(const Setting& setting, const Lab& lab);
    double (*number)(const Setting& setting);
};

const std::vector<Dimension> dimensions{
    {{"block", "block"},
     [](const Setting& one, const Lab&) { return one.block ? std::to_string(*one.block) : "–"; },
     [](const Setting& one) { return static_cast<double>(one.block.value_or(0)); }},
    {{"radius", "R"},
     [](const Setting& one, const Lab&) { return one.radius ? std::to_string(*one.radius) : "–"; },
     [](const Setting& one) { return static_cast<double>(one.radius.value_or(0)); }},
    {{"element", "type", false},
     [](const Setting& one, const Lab&) { return std::string(cpp_name(one.element)); },
     [](const Setting& one) { return static_cast<double>(one.element); }},
    {{"grid", "grid"},
     [](const Setting& one, const Lab& lab) { return describe_grid(one.extents, lab); },
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
                                    dimension.text(one.setting, lab));
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

void write_plot(const std::string& path, const Chart& chart) {
    const std::string svg = svg_chart(chart);
    if (svg.empty()) {
        throw UsageError(fmt::format("--plot {}: no run gave a figure to draw", path));
    }
    std::ofstream file(path, std::ios::binary);
    file << svg;
    if (!file.flush()) {
        throw UsageError(fmt::format("--plot {}: the file cannot be written", path));
    }
}

/// Tables, and below them in a terminal's text the chart.
void show(const Options& options, const analytics::Table& table, const Chart& chart) {
    const analytics::Format format = analytics::format_named(options.format);
    print(analytics::render({table}, format));
    const bool is_line =
        std::any_of(chart.series.begin(), chart.series.end(),
                    [](const Chart::Series& one) { return one.points.size() > 1; });
    if (format == analytics::Format::text && is_line) {
        print("\n" + text_chart(chart, style_of_terminal(STDOUT_FILENO)));
    }
    if (!options.plot.empty()) {
        write_plot(options.plot, chart);
    }
}

void explore_sizes(const Lab& lab, const SubmissionFile& file, const Options& options,
                   const Session& session) {
    const std::vector<Setting> settings = settings_of(lab, options);
    std::string no_gpu;
    const std::optional<GpuBackend> gpu =
        options.backend == "emulator" ? std::optional<GpuBackend>() : find_gpu_backend(no_gpu);
    if (options.backend == "gpu" && !gpu) {
        throw KitError(fmt::format("--backend gpu needs a GPU: {}", no_gpu));
    }
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
            one.names.push_back(dimension.text(one.run.setting, lab));
        }
    }
    const std::string title = fmt::format("{} · {}", lab.id, file.shown_path);
    analytics::Table table = explored_table(title, columns, named);
    if (!gpu && options.backend != "emulator") {
        table.notes.push_back(fmt::format("Not timed: {}.", no_gpu));
    }
    show(options, table, chart_of(lab, runs, title));
}

std::string error_text(const Accuracy& one) {
    return one.problem.empty() ? fmt::format("{:.2e}", one.error) : "–";
}

/// The length from which rounding decides, where the lengths that ran show it.
std::string crossover_note(const std::string& name, const Accuracy& best, int order,
                           const std::vector<std::int64_t>& lengths) {
    if (best.setting.points == lengths.front() || best.setting.points == lengths.back()) {
        return fmt::format(
            "{}: the error {} over all these lengths: the crossover lies beyond them.", name,
            best.setting.points == lengths.back() ? "falls" : "does not fall");
    }
    return fmt::format("{}: least error {:.2e}, at {} points. With fewer points the formula's own "
                       "error decides, with more the rounding of f, divided by h{}.",
                       name, best.error, thousands(static_cast<std::uint64_t>(best.setting.points)),
                       order == 2 ? " twice" : "");
}

void explore_accuracy(const Lab& lab, const SubmissionFile& file, const Options& options) {
    if (!computes_derivatives(lab)) {
        throw UsageError(
            fmt::format("--length is for kernels of derivatives, labs 02 and 03; for {} "
                        "give --grid",
                        lab.id));
    }
    if (!options.block.empty() || !options.grid.empty()) {
        throw UsageError("--length measures accuracy, which --block and --grid do not change");
    }
    const std::vector<std::int64_t> radii =
        options.radius.empty() ? std::vector<std::int64_t>{1}
                               : read_range({"--radius", 1, 8, Growth::by_one}, options.radius);
    const std::int64_t least = 2 * *std::max_element(radii.begin(), radii.end()) + 1;
    const std::vector<std::int64_t> lengths =
        read_range({"--length", least, longest}, options.length);
    const std::vector<Element> elements = elements_of(lab, options);
    Progress progress(STDERR_FILENO);
    analytics::Table table;
    table.key = "accuracy";
    table.title = fmt::format("{} · {} · derivative of order {} of the sine on [0, 2π]", lab.id,
                              file.shown_path, options.order);
    table.columns = {{"radius", "R"},
                     {"element", "type", false},
                     {"points", "points"},
                     {"step", "h"},
                     {"error", "error"},
                     {"error_at_ends", "at the ends"},
                     {"discretization", "without rounding, computed"}};
    Chart chart;
    chart.title = fmt::format("Derivative of order {} of the sine on [0, 2π]", options.order);
    chart.x_label = "points";
    chart.y_label = "greatest error in the middle";
    chart.logarithmic_x = chart.logarithmic_y = true;
    const std::size_t total = radii.size() * elements.size() * lengths.size();
    for (const std::int64_t radius : radii) {
        for (const Element element : elements) {
            Chart::Series series{fmt::format("{}, R = {}", cpp_name(element), radius), {}};
            std::optional<Accuracy> best;
            for (const std::int64_t points : lengths) {
                progress.show(fmt::format("running {} of {}…", table.rows.size() + 1, total));
                const Accuracy one = measure_accuracy(
                    lab, file, {options.order, static_cast<int>(radius), element, points});
                table.rows.push_back(
                    {std::to_string(radius), cpp_name(element), analytics::Cell(points),
                     fmt::format("{:.2e}", one.step), error_text(one),
                     one.problem.empty() ? fmt::format("{:.2e}", one.error_at_ends) : "–",
                     fmt::format("{:.2e}", one.discretization)});
                if (!one.problem.empty()) {
                    table.notes.push_back(fmt::format("{} at {} points: {}", series.name,
                                                      thousands(static_cast<std::uint64_t>(points)),
                                                      one.problem));
                    continue;
                }
                series.points.emplace_back(static_cast<double>(points), one.error);
                if (!best || one.error < best->error) {
                    best = one;
                }
            }
            if (best && lengths.size() > 2) {
                table.notes.push_back(crossover_note(series.name, *best, options.order, lengths));
            }
            chart.series.push_back(std::move(series));
        }
    }
    progress.clear();
    show(options, table, chart);
}

void run(const Options& options, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, options.lab);
    if (!options.plot.empty() && !std::ofstream(options.plot, std::ios::app)) {
        throw UsageError(fmt::format("--plot {}: the file cannot be written", options.plot));
    }
    SubmissionFile file =
        read_submission(options.file.empty() ? lab.solution : std::filesystem::path(options.file));
    if (options.file.empty()) {
        file.shown_path = "reference solution";
    }
    if (options.length.empty()) {
        explore_sizes(lab, file, options, session);
    } else {
        explore_accuracy(lab, file, options);
    }
}

} // namespace

void add_explore_command(CLI::App& app, Session& session) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "explore", "Run a kernel over a range of sizes: traffic, time, accuracy");
    command->add_option("LAB", options->lab, "The lab: 3, 03 or 03-finite-difference-shared")
        ->required();
    command->add_option("FILE", options->file, "A kernel.cu; without it the reference solution");
    command->add_option("--block", options->block,
                        "Block sizes: 32:1024 doubles, 32:256:32 by steps, 32,48,64");
    command->add_option("--radius", options->radius, "Radii of a template: 1:3");
    command->add_option("--type", options->type, "Element types: float,double");
    command->add_option("--grid", options->grid, "Grids: 120, 32:256, 120x64x33");
    command->add_option("--length", options->length,
                        "Labs 02 and 03: the error of a known derivative at these lengths,\nlike "
                        "2^4:2^24");
    command->add_option("--order", options->order, "With --length: the derivative's order")
        ->check(CLI::Range(1, 2))
        ->capture_default_str();
    command->add_option("--plot", options->plot, "Draw it, as an SVG file");
    command
        ->add_option("--backend", options->backend,
                     "auto counts in the emulator and times where there is a GPU")
        ->check(CLI::IsMember({"auto", "emulator", "gpu"}))
        ->capture_default_str();
    command->add_option("--format", options->format, "text, json, csv, markdown or latex")
        ->check(CLI::IsMember({"text", "json", "csv", "markdown", "latex"}))
        ->capture_default_str();
    command->footer("Example: ./lab explore 03 --block 32:1024 --radius 1:3");
    command->callback([options, &session] { run(*options, session); });
}

} // namespace kit

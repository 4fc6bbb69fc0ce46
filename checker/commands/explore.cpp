// ./lab explore: one kernel over a range of block sizes, radii, element types and grids, or its
// accuracy over a range of lengths.
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/exploration_views.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>

namespace kit {

namespace {

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

void run(const ExploreOptions& options, Session& session) {
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

std::vector<Element> explored_elements(const Lab& lab, const ExploreOptions& options) {
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

void show_exploration(const ExploreOptions& options, const analytics::Table& table,
                      const Chart& chart) {
    const analytics::Format format = analytics::format_named(options.run.format);
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

void add_explore_command(command_line::CommandBuilder& app, Session& session) {
    auto options = std::make_shared<ExploreOptions>();
    command_line::CommandBuilder command =
        app.add_command("explore", "Run a kernel over a range of sizes: traffic, time, accuracy");
    command.add_option("LAB", options->lab, "The lab: 3, 03 or 03-finite-difference-shared")
        .required();
    command.add_option("FILE", options->file, "A kernel.cu; without it the reference solution");
    command
        .add_option("--block", options->block,
                    "Block sizes: 32:1024 doubles, 32:256:32 by steps, 32,48,64")
        .type_name("SIZES");
    command.add_option("--radius", options->radius, "Radii of a template: 1:3").type_name("SIZES");
    command.add_option("--type", options->type, "Element types, joined by commas")
        .type_name("TYPES")
        .offers({"float", "double"});
    command.add_option("--grid", options->grid, "Grids: 120, 32:256, 120x64x33").type_name("GRIDS");
    command
        .add_option(
            "--length", options->length,
            "Labs 02 and 03: the error of a known derivative at these lengths, like 2^4:2^24")
        .type_name("SIZES");
    command.add_option("--order", options->order, "With --length: the derivative's order")
        .offers({"1", "2"})
        .in_range(1, 2)
        .shows_default();
    command.add_option("--plot", options->plot, "Draw it, as an SVG file").type_name("FILE");
    add_run_options(command, options->run);
    command.footer("Example: three radii at all block sizes\n"
                   "  ./lab explore 3 --block 32:1024 --radius 1:3");
    command.action([options, &session] { run(*options, session); });
}

} // namespace kit

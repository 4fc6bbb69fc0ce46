// ./lab explore: one kernel over a range of block sizes, radii, element types and grids, or its accuracy over
// a range of lengths. ./lab compare: several labs' kernels on one grid.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/output_file.hpp"
#include "checker/explore/explore.hpp"
#include "checker/report/style.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace kit {

namespace {

/// Where to run several kernels, and the form of the table.
struct RunOptions {
    std::string backend = "auto"; ///< "auto", "emulator", "gpu"
    std::string format = "text";  ///< a name for format_named()
};

void add_run_options(CommandBuilder& command, RunOptions& options) {
    command
        .add_option("--backend", options.backend,
                    "Where the kernels run; auto counts in the emulator and times on the GPU, if "
                    "there is one")
        .one_of({"auto", "emulator", "gpu"})
        .shows_default();
    command.add_option("--format", options.format, "Form of the table")
        .one_of({"text", "json", "csv", "markdown"})
        .shows_default();
}

/// Looks for a GPU unless the emulator was chosen. Throws KitError if a GPU was demanded and there is none.
Exploration exploration_for(const RunOptions& options, const Session& session) {
    Exploration exploration;
    exploration.root = session.root;
    exploration.gpu_only = options.backend == "gpu";
    if (options.backend != "emulator") {
        exploration.gpu = find_gpu_backend(exploration.no_gpu);
        if (exploration.gpu_only && !exploration.gpu) {
            throw KitError("--backend gpu needs a GPU: {}", exploration.no_gpu);
        }
    }
    return exploration;
}

struct ExploreOptions {
    std::string lab;
    std::string file;
    ExploredRanges ranges;
    std::string plot;
    RunOptions run;
};

void run_explore(const ExploreOptions& options, const Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const LabArgument named = lab_or_file(labs, options.lab);
    const Lab& lab = *named.lab;
    if (!named.file.empty() && !options.file.empty()) {
        throw UsageError("two files are named: give LAB as a number to explore FILE");
    }
    const std::filesystem::path chosen =
        options.file.empty() ? named.file : std::filesystem::path(options.file);
    std::optional<OutputFile> plot;
    if (!options.plot.empty()) {
        plot.emplace("--plot", options.plot);
    }
    SubmissionFile file = read_submission(chosen.empty() ? solution_of(lab) : chosen);
    if (chosen.empty()) {
        file.shown_path = "reference solution";
    }
    StatusLine status(STDERR_FILENO);
    const ExplorationView view = options.ranges.length.empty()
                                     ? explore_sizes(lab, file, options.ranges,
                                                     exploration_for(options.run, session), status)
                                     : explore_accuracy(lab, file, options.ranges, status);
    const Format format = format_named(options.run.format);
    print_out(render({view.table}, format));
    const bool is_line = std::ranges::any_of(
        view.chart.series, [](const Chart::Series& one) { return one.points.size() > 1; });
    if (format == Format::text && is_line) {
        print_out("\n" + text_chart(view.chart, style_of_terminal(STDOUT_FILENO).width));
    }
    if (plot) {
        const std::string svg = svg_chart(view.chart);
        if (svg.empty()) {
            throw UsageError("--plot {}: no run gave a number to draw", options.plot);
        }
        plot->write(svg);
    }
}

struct CompareOptions {
    std::vector<std::string> labs;
    std::string grid;
    RunOptions run;
};

void run_compare(const CompareOptions& options, const Session& session) {
    StatusLine status(STDERR_FILENO);
    const Table table = compare_kernels(read_catalog(session.root), options.labs, options.grid,
                                        exploration_for(options.run, session), status);
    print_out(render({table}, format_named(options.run.format)));
}

} // namespace

void add_explore_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<ExploreOptions>();
    CommandBuilder command =
        app.add_command("explore", "Run a kernel over a range of sizes: traffic, time, accuracy");
    command
        .add_option("LAB", options->lab,
                    "The lab: 3, 03, 03-finite-difference-shared, or a kernel.cu in its folder")
        .required();
    command.add_option("FILE", options->file, "A kernel.cu; default: the reference solution");
    command.add_option(
        "--block SIZES", options->ranges.block,
        "Block sizes: a list, 32,48,64; a range that doubles, 32:1024; or a range with "
        "a step, 32:256:32");
    command.add_option("--radius SIZES", options->ranges.radius, "Radii of a template: 1:3");
    command.add_option("--type TYPES", options->ranges.type, "Element types, joined by commas")
        .offers({"float", "double"});
    command.add_option("--grid GRIDS", options->ranges.grid, "Grids: 120, 32:256, 120x64x33");
    command.add_option("--gpus NUMBERS", options->ranges.gpus,
                       "Lab 14: numbers of GPUs that the grid is cut among: 1:8");
    command.add_option(
        "--length SIZES", options->ranges.length,
        "Labs 02 and 03: the error of a known derivative at these lengths: 2^4:2^24");
    command.add_option("--order", options->ranges.order, "With --length: the derivative's order")
        .offers({"1", "2"})
        .in_range(1, 2)
        .shows_default();
    command.add_option("--plot FILE", options->plot, "Draw the chart as an SVG file");
    add_run_options(command, options->run);
    command.footer("Example: three radii at all block sizes\n"
                   "  ./lab explore 3 --block 32:1024 --radius 1:3\n"
                   "Example: what one to eight GPUs send each other, and how the kernel scales\n"
                   "  ./lab explore 14 --gpus 1:8");
    command.action([options, &session] { run_explore(*options, session); });
}

void add_compare_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<CompareOptions>();
    CommandBuilder command = app.add_command("compare", "Compare the kernels of several labs");
    command
        .add_option("LAB", options->labs,
                    "A lab, to run its reference solution, or LAB=FILE or a kernel.cu in the "
                    "lab's folder to run that")
        .required();
    command.add_option("--grid GRID", options->grid, "The grid: 120, or 120x64x33 (x first)");
    add_run_options(command, options->run);
    command.footer("Example: the chapter's four kernels on its grid\n"
                   "  ./lab compare 4 5 6 7 --grid 120");
    command.action([options, &session] { run_compare(*options, session); });
}

} // namespace kit

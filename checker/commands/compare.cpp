// ./lab compare: several labs' kernels on one grid, side by side.
#include "checker/assessment/check_submission.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/explored_table.hpp"
#include "checker/commands/run_options.hpp"
#include "checker/model/errors.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <optional>

namespace kit {

namespace {

struct Options {
    std::vector<std::string> labs;
    std::string grid;
    RunOptions run;
};

/// "5" or "5=mine.cu".
struct Candidate {
    const Lab* lab = nullptr;
    SubmissionFile file;
    std::string name;
};

Candidate candidate_from(const std::string& text, const std::vector<Lab>& labs) {
    const std::size_t equals = text.find('=');
    const Lab& lab = find_lab(labs, text.substr(0, equals));
    const bool own = equals != std::string::npos;
    const std::filesystem::path path =
        own ? std::filesystem::path(text.substr(equals + 1)) : lab.solution;
    return {&lab, read_submission(path),
            own ? fmt::format("{:02} {}", lab.number, path.string()) : lab.id};
}

/// "Kernels side by side on 120³", or without the grid where they differ.
std::string title_of(const std::vector<NamedRun>& runs) {
    for (const NamedRun& one : runs) {
        if (one.names[1].text != runs.front().names[1].text) {
            std::string grids;
            for (const NamedRun& each : runs) {
                grids += (grids.empty() ? "" : ", ") + each.names[1].text;
            }
            return "Kernels side by side, each on its lab's own grid: " + grids;
        }
    }
    return "Kernels side by side on " + runs.front().names[1].text;
}

void run(const Options& options, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    std::vector<Candidate> candidates;
    for (const std::string& text : options.labs) {
        candidates.push_back(candidate_from(text, labs));
    }
    std::string no_gpu;
    const std::optional<GpuBackend> gpu = gpu_for(options.run, no_gpu);
    Progress progress(STDERR_FILENO);
    std::vector<NamedRun> runs;
    const std::uint64_t seed = fresh_seed();
    for (const Candidate& one : candidates) {
        progress.show(
            fmt::format("running {} ({} of {})…", one.name, runs.size() + 1, candidates.size()));
        const Extents extents =
            options.grid.empty() ? counted_case(*one.lab) : parse_grid(options.grid, *one.lab);
        Setting setting;
        setting.element = one.lab->element;
        setting.extents = extents;
        runs.push_back({{one.name, describe_grid(extents, *one.lab)},
                        explore(*one.lab, one.file, setting,
                                {session.root, seed, gpu ? &*gpu : nullptr}, progress)});
    }
    progress.clear();
    analytics::Table table = compared_table(title_of(runs), runs);
    if (!no_gpu.empty()) {
        table.notes.push_back(fmt::format("Not timed: {}.", no_gpu));
    }
    const std::string text =
        analytics::render({table}, analytics::format_named(options.run.format));
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

} // namespace

void add_compare_command(command_line::CommandBuilder& app, Session& session) {
    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command =
        app.add_command("compare", "Put the kernels of several labs side by side");
    command
        .add_option("LAB", options->labs,
                    "A lab, whose reference solution runs, or LAB=FILE for another kernel of it")
        .required();
    command.add_option("--grid", options->grid, "The grid: 120, or 120x64x33 (x first)")
        .type_name("GRID");
    add_run_options(command, options->run);
    command.footer("Example: the chapter's four kernels on its grid\n"
                   "  ./lab compare 4 5 6 7 --grid 120");
    command.action([options, &session] { run(*options, session); });
}

} // namespace kit

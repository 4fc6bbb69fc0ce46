// ./lab check: one submission to one lab, judged.
#include "analytics/commands/options.hpp"
#include "checker/assessment/check_submission.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/commands/command.hpp"
#include "checker/commands/course.hpp"
#include "checker/commands/picture_file.hpp"
#include "checker/model/errors.hpp"
#include "checker/progress/progress_file.hpp"
#include "checker/reference/time_bound.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/roofline_svg.hpp"
#include "checker/report/text_report.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

namespace kit {

namespace {

struct Options {
    std::string lab;
    std::string file;
    bool solution = false;
    std::string backend = "auto";
    std::string grid;
    std::string gpu;
    std::string plot;
    std::string picture;
    bool sanitize = false;
    bool profile = false;
    std::uint64_t seed = 0;
    bool seed_given = false;
    std::string format = "text";
};

CheckRequest request_of(const Lab& lab, const Options& options) {
    if (options.solution && !options.file.empty()) {
        throw UsageError("give either a FILE or --solution, not both");
    }
    CheckRequest request;
    request.backend = options.backend == "gpu"        ? Backend::gpu
                      : options.backend == "emulator" ? Backend::emulator
                                                      : Backend::any;
    request.file = options.solution       ? lab.solution
                   : options.file.empty() ? lab.skeleton
                                          : std::filesystem::path(options.file);
    if (!options.grid.empty()) {
        request.grid = parse_grid(options.grid, lab);
    }
    request.sanitize = options.sanitize;
    request.profile = options.profile;
    request.seed = options.seed_given ? options.seed : fresh_seed();
    return request;
}

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

/// Draws the roofline where there are times; where there are none the report says why.
void plot(const std::string& path, const Lab& lab, CheckResult& result) {
    if (!result.timing) {
        result.not_done.push_back("--plot draws times, and there are none");
        std::error_code error; // it was opened before the check, to see whether it can be written
        if (std::filesystem::file_size(path, error) == 0) {
            std::filesystem::remove(path, error);
        }
        return;
    }
    const DataSheet sheet = data_sheet_of(result.timing->gpu, lab.element);
    std::ofstream file(path, std::ios::binary);
    file << roofline_svg(*result.timing, {sheet.bandwidth, sheet.peak});
    if (!file.flush()) {
        throw UsageError(fmt::format("--plot {}: the file cannot be written", path));
    }
}

void run(const Options& options, Session& session) {
    const std::vector<Lab> labs = read_catalog(session.root);
    const Lab& lab = find_lab(labs, options.lab);
    CheckRequest request = request_of(lab, options);
    request.file = shown_path(request.file);
    request.root = session.root;
    // What is wrong with the command is said before minutes are spent on it.
    std::optional<TimeBound> bound;
    if (!options.gpu.empty()) {
        bound = time_bound(lab, request.grid ? *request.grid : counted_case(lab), options.gpu);
    }
    if (!options.plot.empty() && !std::ofstream(options.plot, std::ios::app)) {
        throw UsageError(fmt::format("--plot {}: the file cannot be written", options.plot));
    }
    std::optional<PictureFile> picture;
    if (!options.picture.empty()) {
        picture.emplace(options.picture);
    }
    Progress progress(STDERR_FILENO);
    CheckOutcome outcome = check_submission(lab, request, progress);
    CheckResult& result = outcome.result;
    result.bound = bound;
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    if (result.timing) {
        result.timing->roofline =
            roofline_sentence(*result.timing, data_sheet_of(result.timing->gpu, lab.element));
    }
    if (!options.plot.empty()) {
        plot(options.plot, lab, result);
    }
    if (picture) {
        if (std::string missing = picture->write(result.verdict.findings); !missing.empty()) {
            result.not_done.push_back(std::move(missing));
        }
    }
    const bool json = options.format == "json";
    if (!json) {
        print(text_report(lab, result, style));
    }
    if (outcome.nvcc.valid()) {
        progress.show("nvcc is still compiling…");
        add_nvcc_report(result, outcome.nvcc.get());
        progress.clear();
        if (!json) {
            print(nvcc_report_text(result, style));
        }
    }
    if (json) {
        print(json_report(lab, result));
    }
    if (!options.solution && options.file.empty()) {
        say(note_check(session.root, lab, result, !request.grid));
    }
    switch (result.verdict.outcome) {
    case Outcome::passed: session.exit = exit_code::passed; break;
    case Outcome::failed: session.exit = exit_code::findings; break;
    case Outcome::error: session.exit = exit_code::failure; break;
    }
}

} // namespace

void add_check_command(command_line::CommandBuilder& app, Session& session) {
    auto options = std::make_shared<Options>();
    command_line::CommandBuilder command =
        app.add_command("check", "Check a kernel: build it, run it, say why it is wrong");
    command.add_option("LAB", options->lab, "The lab: 5, 05 or 05-shared-memory-tiling").required();
    command.add_option("FILE", options->file, "Another kernel.cu than the lab's own");
    command.add_flag("--solution", options->solution, "Check the reference solution");
    command
        .add_option(
            "--backend", options->backend,
            "Where the kernel runs; auto is the emulator, which needs no GPU, and then the GPU "
            "where there is one")
        .one_of({"auto", "emulator", "gpu"})
        .shows_default();
    command
        .add_option("--grid", options->grid,
                    "Only this grid instead of the lab's: 120, or 120x64x33 (x first)")
        .type_name("GRID");
    command
        .add_option("--gpu", options->gpu, "Without a GPU: the roofline's least time on this one")
        .type_name("GPU")
        .offers(analytics::gpu_names);
    command.add_flag("--sanitize", options->sanitize,
                     "On a GPU: run compute-sanitizer's tools, too, and merge what they say");
    command.add_flag("--profile", options->profile,
                     "On a GPU: read the hardware's counters with Nsight Compute, too");
    command
        .add_option("--plot", options->plot,
                    "On a GPU: draw the kernel under the roofline, as an SVG file")
        .type_name("FILE");
    command
        .add_option("--picture", options->picture,
                    "Draw the wrong cells of the most telling plane, as FILE.svg or FILE.png")
        .type_name("FILE");
    const command_line::OptionBuilder seed =
        command.add_option("--seed", options->seed, "Draw the inputs from this number again")
            .type_name("N");
    command.add_option("--format", options->format, "Form of the report")
        .one_of({"text", "json"})
        .shows_default();
    command.footer("Example: your kernel of lab 5, on the chapter's grid only\n"
                   "  ./lab check 5 --grid 120");
    command.action([options, seed, &session] {
        options->seed_given = seed.is_given();
        run(*options, session);
    });
}

} // namespace kit

// ./lab check: judges one submission to one lab.
#include "checker/commands/commands.hpp"

#include "analytics/commands/options.hpp"
#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/base/whole_file.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/check/output_file.hpp"
#include "checker/commands/course.hpp"
#include "checker/course/next_step.hpp"
#include "checker/course/puzzles.hpp"
#include "checker/course/reset_lab.hpp"
#include "checker/model/slabs.hpp"
#include "checker/reference/predictions.hpp"
#include "checker/report/error_picture.hpp"
#include "checker/report/gcc_lines.hpp"
#include "checker/report/json_report.hpp"
#include "checker/report/roofline_svg.hpp"
#include "checker/report/text_report.hpp"
#include "checker/sandbox/forked_work.hpp"
#include "checker/trace/checked_page.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace kit {

namespace {

struct CheckOptions {
    std::string lab;
    std::string file;
    bool solution = false;
    std::string backend = "auto";
    std::vector<std::string> grids;
    std::optional<int> gpus; ///< absent: as the lab has it
    std::string gpu;
    std::string plot;
    std::string picture;
    std::string trace; ///< file; empty: none
    bool sanitize = false;
    bool profile = false;
    bool lines = false;
    std::uint64_t seed = 0;
    bool seed_given = false;
    std::string format = "text";
};

CheckRequest request_of(const Lab& lab, const CheckOptions& options) {
    if (options.solution && !options.file.empty()) {
        throw UsageError("give either a FILE or --solution, not both");
    }
    if (!options.trace.empty() && options.backend == "gpu") {
        throw UsageError("--trace needs the emulator: leave out --backend gpu");
    }
    CheckRequest request;
    request.backend = options.backend == "gpu"        ? Backend::gpu
                      : options.backend == "emulator" ? Backend::emulator
                                                      : Backend::any;
    request.file = shown_path(options.solution       ? solution_of(lab)
                              : options.file.empty() ? lab.skeleton
                                                     : std::filesystem::path(options.file));
    for (const std::string& grid : options.grids) {
        request.grids.push_back(parse_grid(grid, lab));
    }
    request.sanitize = options.sanitize;
    request.profile = options.profile;
    request.by_line = options.lines;
    const char* const set = std::getenv("KIT_PARTS");
    const std::string_view parts = set == nullptr ? "" : set;
    if (parts != "none") {
        request.part_seed = 1;
        request.tries_changes = parts != "only" && puzzle_of_file(request.file).empty();
    }
    request.seed = options.seed_given ? options.seed : fresh_seed();
    return request;
}

/// The drawings requested by options.
struct Drawings {
    std::optional<OutputFile> roofline;
    std::optional<OutputFile> wrong_cells;
};

/// Writes the drawings, and notes in the result why one is missing.
void draw(Drawings& drawings, const Lab& lab, CheckResult& result) {
    if (drawings.roofline && result.timing) {
        const DataSheet sheet = data_sheet_of(result.timing->gpu, lab.element);
        drawings.roofline->write(roofline_svg(*result.timing, {sheet.bandwidth, sheet.peak}));
    } else if (drawings.roofline) {
        result.not_done.push_back("--plot: there are no times to draw");
    }
    if (drawings.wrong_cells) {
        const auto& findings = result.verdict.findings;
        const auto drawn = std::ranges::find_if(
            findings, [](const Finding& one) { return one.picture != nullptr; });
        if (drawn != findings.end()) {
            drawings.wrong_cells->write(error_picture_svg(*drawn->picture));
        } else {
            result.not_done.push_back("--picture: there are no wrong cells to draw");
        }
    }
}

/// LAB, and the file that it names if it is a path.
struct Named {
    std::vector<Lab> labs; ///< with shown paths
    const Lab* lab = nullptr;
};

Named read_named(CheckOptions& options, const Session& session) {
    Named named{labs_of(session), nullptr};
    const LabArgument argument = lab_or_file(named.labs, options.lab);
    named.lab = argument.lab;
    if (!argument.file.empty() && (options.solution || !options.file.empty())) {
        if (!is_own_file(*named.lab, argument.file)) {
            throw UsageError("{} names a file already: give no other beside it, and no "
                             "--solution",
                             options.lab);
        }
    } else if (!argument.file.empty()) {
        options.file = argument.file.string();
    }
    return named;
}

/// Whether nothing was written yet. A lab may have no skeleton to compare with.
bool is_untouched(const Lab& lab) {
    const std::string skeleton = skeleton_text(lab);
    return !skeleton.empty() && is_skeleton(lab, skeleton);
}

/// Notes that the puzzle with this id is solved, and says what was wrong; nothing if the lab has no such puzzle.
std::string solved_puzzle(const Named& named, const std::string& id, const Session& session) {
    const Lab& lab = *named.lab;
    const auto puzzles = puzzles_of(lab, try_read_file(lab.solution).text, session.root);
    const auto puzzle =
        std::ranges::find_if(puzzles, [&id](const Puzzle& one) { return one.id == id; });
    if (puzzle == puzzles.end()) {
        return "";
    }
    const CourseProgress course = update_progress(session, [&](CourseProgress& now) {
        auto& solved = now[lab.id].puzzles;
        if (std::ranges::find(solved, id) == solved.end()) {
            solved.push_back(id);
        }
    });
    return fmt::format("Puzzle {} is solved. What was wrong: {} You have solved {} of this lab's "
                       "{} puzzles. Another: ./lab puzzle",
                       id, puzzle->mistake, progress_of(course, lab.id).puzzles.size(),
                       puzzles.size());
}

/// Notes a check of the lab's own file or of a puzzle, and says what comes next.
std::string what_comes_next(const Named& named, const CheckRequest& request,
                            const CheckResult& result, const CheckOptions& options,
                            const Session& session) {
    const Lab& lab = *named.lab;
    const bool is_solution = options.solution;
    const bool all_grids = request.grids.empty() && !options.gpus;
    const bool is_own = !is_solution && is_own_file(lab, request.file);
    const CheckedFile checked = is_solution         ? CheckedFile::solution
                                : !is_own           ? CheckedFile::other
                                : is_untouched(lab) ? CheckedFile::untouched
                                                    : CheckedFile::own;
    const std::string puzzle = puzzle_of_file(request.file);
    if (!puzzle.empty() && all_grids && result.verdict.outcome == Outcome::passed) {
        if (auto words = solved_puzzle(named, puzzle, session); !words.empty()) {
            return words;
        }
    }
    CourseProgress course;
    if (is_own) {
        course = update_progress(session, [&](CourseProgress& now) {
            enter_check(now[lab.id], result, all_grids, utc_now());
        });
    }
    return next_step(named.labs, course, lab, result.verdict.outcome, checked, all_grids);
}

/// Writes the page, if there is one, and returns what to say about it.
std::string write_trace(OutputFile& file, const std::string& shown, const CheckedPage& page,
                        const TextStyle& style) {
    const std::string words = paragraph(style, Tone::plain, page.words);
    if (page.html.empty()) {
        return words;
    }
    file.write(page.html);
    return fmt::format("{}: open it in a browser.\n{}", shown, words);
}

void run_check(CheckOptions options, Session& session) {
    const ScratchOfCopy scratch;
    if (const auto ended =
            continue_in_copy("lab: the kit ended while it read this file, by no fault of yours",
                             exit_code::failure)) {
        session.exit = *ended;
        return;
    }
    scratch.use_here();
    const Named named = read_named(options, session);
    const Lab lab = with_gpus(*named.lab, options.gpus);
    CheckRequest request = request_of(lab, options);
    request.root = session.root;
    // Mistakes in the command are reported before minutes are spent on the check.
    std::optional<TimeBound> bound;
    if (!options.gpu.empty()) {
        bound = time_bound(lab, request.grids.empty() ? counted_case(lab) : request.grids.front(),
                           options.gpu);
    }
    Drawings drawings;
    if (!options.plot.empty()) {
        drawings.roofline.emplace("--plot", options.plot);
    }
    if (!options.picture.empty()) {
        drawings.wrong_cells.emplace("--picture", options.picture, OutputFile::Kind::svg_or_png);
    }
    std::optional<OutputFile> trace;
    if (!options.trace.empty()) {
        trace.emplace("--trace", options.trace, OutputFile::Kind::page);
        request.submission =
            read_submission(request.file); // the page is of the text that is checked
    }
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    const bool json = options.format == "json";
    const bool text = options.format == "text";
    request.judged = [&](CheckResult& result, bool) {
        result.bound = bound;
        if (result.timing) {
            result.timing->roofline =
                roofline_sentence(*result.timing, data_sheet_of(result.timing->gpu, lab.element));
        }
        if (result.scaling && result.scaling->gpus < options.gpus.value_or(0)) {
            result.not_done.push_back(
                fmt::format("--gpus {}: the machine has {}", *options.gpus,
                            plural(static_cast<std::size_t>(result.scaling->gpus), "GPU")));
        }
        draw(drawings, lab, result);
        if (text) {
            print_linked(text_report(lab, result, style), {request.file});
        }
    };
    StatusLine status(STDERR_FILENO);
    const CheckResult result = check_submission(lab, request, status);
    const std::string next = what_comes_next(named, request, result, options, session);
    if (json) {
        print_out(json_report(lab, result));
    } else if (!text) {
        print_out(gcc_lines(result, request.file.string()));
    } else {
        const std::string step = next.empty() ? "" : "\n" + paragraph(style, Tone::plain, next);
        print_linked(later_report_text(result, style) + step, shown_files(named.labs));
    }
    if (trace) {
        status.show("recording a block…");
        const CheckedPage page = checked_page(lab, *request.submission, result);
        status.clear();
        const std::string words = write_trace(*trace, options.trace, page, style);
        if (!text) {
            fmt::print(stderr, "lab: {}", words);
        } else {
            print_linked("\n" + words, {options.trace});
        }
    }
    switch (result.verdict.outcome) {
    case Outcome::passed: session.exit = exit_code::passed; break;
    case Outcome::failed: session.exit = exit_code::findings; break;
    case Outcome::error: session.exit = exit_code::failure; break;
    }
}

} // namespace

void add_check_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<CheckOptions>();
    CommandBuilder command =
        app.add_command("check", "Check a kernel: build it, run it, explain what is wrong");
    command
        .add_option("LAB", options->lab,
                    "The lab: 5, 05, 05-shared-memory-tiling, or a kernel.cu in its folder")
        .required();
    command.add_option("FILE", options->file, "A kernel.cu to check instead of the lab's own");
    command.add_flag("--solution", options->solution, "Check the reference solution");
    command
        .add_option(
            "--backend", options->backend,
            "Where the kernel runs; auto: the emulator, which needs no GPU, and then the GPU, "
            "if there is one")
        .one_of({"auto", "emulator", "gpu"})
        .shows_default();
    command
        .add_option("--grid GRID", options->grids,
                    "Check this grid only: 120, or 120x64x33 (x first); may be given several times")
        .one_each();
    command.add_option("--gpus N", options->gpus, "Lab 14: cut every grid among so many GPUs")
        .in_range(1, most_gpus);
    command
        .add_option("--gpu GPU", options->gpu,
                    "Without a GPU: add the least time that this GPU's peak rates (its roofline) "
                    "allow")
        .offers(gpu_names);
    command.add_flag(
        "--lines", options->lines,
        "Show for each line what its accesses cost: requests, sectors, bank conflicts");
    command.add_flag("--sanitize", options->sanitize,
                     "On a GPU: also run compute-sanitizer's tools and add their findings");
    command.add_flag("--profile", options->profile,
                     "On a GPU: also read the hardware's counters with Nsight Compute");
    command.add_option("--plot FILE", options->plot,
                       "On a GPU: draw the kernel under the roofline, as an SVG file");
    command.add_option("--picture FILE", options->picture,
                       "Draw the plane that shows the wrong cells best, as FILE.svg or FILE.png");
    command.add_option("--trace FILE", options->trace,
                       "Write a page, FILE.html, in which you step through the block of the first "
                       "finding, on the smallest grid that shows it");
    const OptionBuilder seed = command.add_option("--seed N", options->seed,
                                                  "Seed of the random inputs, to repeat a check");
    command.add_option("--format", options->format, "Form of the report")
        .one_of({"text", "json", "gcc"})
        .shows_default();
    command.footer("--format gcc is for editors: FILE:LINE:COLUMN: error: message.\n"
                   "Example: your kernel of lab 5, on the chapter's grid only\n"
                   "  ./lab check 5 --grid 120");
    command.action([options, seed, &session] {
        options->seed_given = seed.is_given();
        run_check(*options, session);
    });
}

} // namespace kit

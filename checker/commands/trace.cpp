// ./lab trace: what one thread of a kernel does, access by access.
#include "analytics/print/layout.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/check_submission.hpp"
#include "checker/command_line/registry.hpp"
#include "checker/commands/course.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/files/scratch_folder.hpp"
#include "checker/files/whole_file.hpp"
#include "checker/model/errors.hpp"
#include "checker/report/status_line.hpp"
#include "checker/report/text_parts.hpp"
#include "checker/sandbox/forked_work.hpp"
#include "checker/trace/comparison.hpp"
#include "checker/trace/naming.hpp"
#include "checker/trace/recorded_launch.hpp"
#include "checker/trace/story.hpp"
#include "checker/trace/trace_json.hpp"
#include "checker/trace/trace_page.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kit {

namespace {

struct TraceOptions {
    std::string lab;
    std::string file;
    bool solution = false;
    std::string grid = "9";
    std::string block;
    std::string thread;
    int finding = 0; ///< 0: none
    bool warp = false;
    std::uint64_t seed = 1;
    std::string format = "text";
    std::string html;    ///< file; empty: none
    std::string compare; ///< a lab or a file; empty: nothing
};

using Index = std::array<std::uint32_t, 3>;

/// "2,1,0"; parts that are left out are 0.
Index parse_index(const std::string& option, const std::string& text) {
    Index index{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        const auto [next, error] = std::from_chars(at, end, index[axis]);
        if (error != std::errc() || (next != end && *next != ',')) {
            break;
        }
        if (next == end) {
            return index;
        }
        at = next + 1;
    }
    throw UsageError(
        fmt::format("{}: '{}' must be up to three numbers, x,y,z, such as 2,1,0", option, text));
}

std::uint64_t number_of(const std::string& option, const Index& index, const Index& extents,
                        const char* what, const char* whole) {
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        if (index[axis] >= extents[axis]) {
            throw UsageError(fmt::format(
                "{}: there is no {} {}; the {} has {}×{}×{} of them, {} to {}", option, what,
                triple(index), whole, extents[0], extents[1], extents[2], triple({0, 0, 0}),
                triple({extents[0] - 1, extents[1] - 1, extents[2] - 1})));
        }
    }
    return (std::uint64_t{index[2]} * extents[1] + index[1]) * extents[0] + index[0];
}

void print_findings(const std::vector<Finding>& findings, const TextStyle& style) {
    for (const Finding& finding : findings) {
        print_out(finding_block(finding, style));
    }
}

/// Builds the file, or prints why it cannot be built.
std::optional<Artifact> build(const Lab& lab, const SubmissionFile& submission,
                              const TextStyle& style) {
    BuildCache cache(BuildCache::default_folder());
    BuildOutcome outcome =
        build_for_emulator(lab, submission, find_host_compiler(), kit_files(), cache);
    if (!outcome.artifact) {
        print_findings(outcome.findings, style);
    }
    return std::move(outcome.artifact);
}

/// The numbers of the block and the thread that the story is of.
TracedThread choose(const TraceOptions& options, const LaunchShape& launch,
                    const std::vector<Finding>& findings) {
    Index block{};
    Index thread{};
    if (options.finding > 0) {
        if (static_cast<std::size_t>(options.finding) > findings.size()) {
            throw UsageError(fmt::format("--finding {}: on this grid there {} {}", options.finding,
                                         findings.size() == 1 ? "is" : "are",
                                         plural(findings.size(), "finding")));
        }
        const Finding& finding = findings[static_cast<std::size_t>(options.finding) - 1];
        if (!finding.threads.empty()) {
            block = finding.threads.front().block;
            thread = finding.threads.front().thread;
        }
    }
    if (!options.block.empty()) {
        block = parse_index("--block", options.block);
    }
    if (!options.thread.empty()) {
        thread = parse_index("--thread", options.thread);
    }
    return {
        number_of("--block", block, launch.grid, "block", "launch"),
        static_cast<std::uint32_t>(number_of("--thread", thread, launch.block, "thread", "block"))};
}

std::string heading(const RecordedLaunch& recorded, const TracedThread& of, bool warp) {
    const LaunchShape& launch = recorded.observation.launch;
    return fmt::format("{} of block {} · {} · {}: {}×{}×{} blocks of {}×{}×{} threads",
                       warp ? fmt::format("Warp {}", of.thread / 32)
                            : "Thread " + triple(position(of.thread, launch.block)),
                       triple(position(of.block, launch.grid)), recorded.submission.shown_path,
                       grid_name(recorded.extents, recorded.lab), launch.grid[0], launch.grid[1],
                       launch.grid[2], launch.block[0], launch.block[1], launch.block[2]);
}

/// What --compare names: a lab, or a file, which is this lab's where its folder does not say otherwise.
LabArgument compared_kernel(const std::vector<Lab>& labs, const Lab& lab, const std::string& text) {
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(text, unreadable)) {
        return lab_or_file(labs, text);
    }
    try {
        return lab_or_file(labs, text);
    } catch (const UsageError&) {
        return {&lab, text};
    }
}

/// The warp that was asked for beside the same one of the other kernel; if none was, the busiest of each.
void print_comparison(const TraceOptions& options, const std::vector<Lab>& labs, const Lab& lab,
                      const RecordedLaunch& recorded, TracedThread of, const TextStyle& style,
                      Session& session) {
    const LabArgument argument = compared_kernel(labs, lab, options.compare);
    const Lab other_lab = all_variants(*argument.lab).front();
    const bool is_solution = options.solution && argument.file.empty();
    const SubmissionFile submission =
        read_submission(shown_path(is_solution             ? other_lab.solution
                                   : argument.file.empty() ? other_lab.skeleton
                                                           : argument.file));
    const Extents extents = parse_grid(options.grid, other_lab);
    const std::optional<Artifact> artifact = build(*argument.lab, submission, style);
    if (!artifact) {
        session.exit = exit_code::findings;
        return;
    }
    const EmulatedProgram program(*artifact);
    const Observation configured = configure_case(other_lab, program, extents, submission);
    if (!configured.completed) {
        print_findings(configured.findings, style);
        session.exit = exit_code::findings;
        return;
    }
    TracedThread other_of = choose(options, configured.launch, {});
    const RecordedLaunch other =
        record_launch(other_lab, extents, program, submission, options.seed, other_of.block);
    if (options.thread.empty()) {
        of.thread = busiest_warp(recorded.observation.trace, of.block);
        other_of.thread = busiest_warp(other.observation.trace, other_of.block);
    }
    const bool same_lab = lab.number == other_lab.number;
    const auto name = [&](const RecordedLaunch& launch) {
        return same_lab ? std::filesystem::path(launch.submission.shown_path).filename().string()
                        : fmt::format("Lab {}", launch.lab.number);
    };
    print_out(comparison(
        {ComparedWarp{recorded, of, name(recorded)}, ComparedWarp{other, other_of, name(other)}},
        style));
}

/// What the parts of the lab's solution cost in this block.
std::vector<PartCosts> reference_costs(const TraceOptions& options, const RecordedLaunch& recorded,
                                       std::uint64_t block) {
    const Lab& lab = recorded.lab;
    if (std::error_code missing; !std::filesystem::exists(lab.solution, missing)) {
        return {};
    }
    const SubmissionFile solution = read_submission(lab.solution);
    if (solution.text == recorded.submission.text) {
        return {};
    }
    BuildCache cache(BuildCache::default_folder());
    const BuildOutcome built =
        build_for_emulator(lab, solution, find_host_compiler(), kit_files(), cache);
    if (!built.artifact) {
        return {};
    }
    const EmulatedProgram program(*built.artifact);
    return costs_in_reference(
        recorded, record_launch(lab, recorded.extents, program, solution, options.seed, block),
        block);
}

/// Of the block that was asked for; if none was, of the first finding's, where there is something to see.
void write_page(const TraceOptions& options, const RecordedLaunch& recorded, const TracedThread& of,
                const std::function<RecordedLaunch(std::uint64_t)>& record) {
    PageStart start{.block = of.block};
    if (options.finding > 0 || !options.thread.empty()) {
        start.thread = of.thread;
    }
    const LaunchShape& launch = recorded.observation.launch;
    const auto with_threads =
        std::find_if(recorded.findings.begin(), recorded.findings.end(),
                     [](const Finding& finding) { return !finding.threads.empty(); });
    if (options.block.empty() && !start.thread && with_threads != recorded.findings.end()) {
        const Index& block = with_threads->threads.front().block;
        start.block = number_of("--block", block, launch.grid, "block", "launch");
    }
    const RecordedLaunch shown = start.block == of.block ? recorded : record(start.block);
    start.reference = reference_costs(options, shown, start.block);
    write_file(options.html, trace_page(shown, start));
    print_out(fmt::format("{}: open it in a browser\n", options.html));
}

void run_trace(const TraceOptions& options, Session& session) {
    const ScratchOfCopy scratch;
    if (const auto ended =
            continue_in_copy("lab: the kit ended while it traced this file, by no fault of yours",
                             exit_code::failure)) {
        session.exit = *ended;
        return;
    }
    scratch.use_here();
    const std::vector<Lab> labs = with_shown_paths(read_catalog(session.root));
    const LabArgument argument = lab_or_file(labs, options.lab);
    const Lab lab = all_variants(*argument.lab).front();
    if (options.solution && !options.file.empty()) {
        throw UsageError("give either a FILE or --solution, not both");
    }
    if (!options.compare.empty() &&
        (!options.html.empty() || options.format == "json" || options.finding > 0)) {
        throw UsageError("--compare draws in the terminal: leave out --html, --finding and "
                         "--format json");
    }
    const SubmissionFile submission =
        read_submission(shown_path(options.solution         ? lab.solution
                                   : !options.file.empty()  ? std::filesystem::path(options.file)
                                   : !argument.file.empty() ? argument.file
                                                            : lab.skeleton));
    const Extents extents = parse_grid(options.grid, lab);
    const TextStyle style = style_of_terminal(STDOUT_FILENO);
    const std::optional<Artifact> artifact = build(*argument.lab, submission, style);
    if (!artifact) {
        session.exit = exit_code::findings;
        return;
    }
    const EmulatedProgram program(*artifact);
    const Observation configured = configure_case(lab, program, extents, submission);
    if (!configured.completed) {
        print_findings(configured.findings, style);
        session.exit = exit_code::findings;
        return;
    }
    std::vector<Finding> findings;
    if (options.finding > 0) {
        findings = record_launch(lab, extents, program, submission, options.seed, 0).findings;
    }
    const TracedThread of = choose(options, configured.launch, findings);
    const auto record = [&](std::uint64_t block) {
        return record_launch(lab, extents, program, submission, options.seed, block);
    };
    const RecordedLaunch recorded = record(of.block);
    if (!options.html.empty()) {
        write_page(options, recorded, of, record);
        return;
    }
    if (!options.compare.empty()) {
        print_comparison(options, labs, lab, recorded, of, style, session);
        return;
    }
    if (options.format == "json") {
        print_out(trace_json(recorded));
        return;
    }
    std::string text = paragraph(style, Tone::heading, heading(recorded, of, options.warp)) + "\n";
    text += options.warp ? warp_story(recorded, of, style) : thread_story(recorded, of, style);
    if (recorded.observation.trace.left_out > 0) {
        text += "\n" + paragraph(style, Tone::plain,
                                 fmt::format("{} later events of the block are left out.",
                                             recorded.observation.trace.left_out));
    }
    print_out(text);
}

void add_trace_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<TraceOptions>();
    CommandBuilder command =
        app.add_command("trace", "Show what one thread of a kernel does, access by access");
    command.add_option("LAB", options->lab, lab_help).required();
    command.add_option("FILE", options->file, "A kernel.cu to run instead of the lab's own");
    command.add_flag("--solution", options->solution, "Trace the reference solution");
    command.add_option("--grid", options->grid, "The grid: 9, or 9x5x3 (x first)")
        .type_name("GRID")
        .shows_default();
    command.add_option("--block", options->block, "The block's index; by default 0,0,0")
        .type_name("X,Y,Z");
    command
        .add_option("--thread", options->thread,
                    "The thread's index in its block; by default 0,0,0")
        .type_name("X,Y,Z");
    command
        .add_option("--finding", options->finding,
                    "The block and thread of this finding on the grid, from 1")
        .in_range(1, 64);
    command.add_flag("--warp", options->warp,
                     "Show the thread's warp instead: its requests, by sector and lane");
    command
        .add_option("--compare", options->compare,
                    "Show a warp beside one of this lab's kernel, or of this FILE")
        .type_name("LAB");
    command.add_option("--seed", options->seed, "Seed of the random inputs")
        .type_name("NUMBER")
        .shows_default();
    command.add_option("--format", options->format, "json: one object a line")
        .one_of({"text", "json"})
        .shows_default();
    command
        .add_option("--html", options->html,
                    "Write a page to this file in which you step through the block")
        .type_name("FILE");
    command.footer("Example: ./lab trace 5 --solution --thread 2,1,1");
    command.action([options, &session] { run_trace(*options, session); });
}

const RegisteredCommand registered_trace(25, add_trace_command);

} // namespace

} // namespace kit

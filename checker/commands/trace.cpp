// ./lab trace: what one thread of a kernel does, access by access.
#include "checker/commands/commands.hpp"

#include "checker/base/errors.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/scratch_folder.hpp"
#include "checker/catalog/catalog.hpp"
#include "checker/catalog/grid_text.hpp"
#include "checker/catalog/lab_argument.hpp"
#include "checker/check/output_file.hpp"
#include "checker/commands/course.hpp"
#include "checker/compile/emulator_build.hpp"
#include "checker/compile/toolchain.hpp"
#include "checker/diagnosis/wording.hpp"
#include "checker/model/slabs.hpp"
#include "checker/report/status_line.hpp"
#include "checker/report/text_parts.hpp"
#include "checker/sandbox/forked_work.hpp"
#include "checker/trace/comparison.hpp"
#include "checker/trace/finding_thread.hpp"
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
    std::optional<int> gpus; ///< absent: as the lab has it
    std::optional<int> gpu;  ///< and `sweep`: absent: the finding's, or the first
    std::optional<int> sweep;
    int finding = 0; ///< 0: none
    bool warp = false;
    std::uint64_t seed = 1;
    std::string format = "text";
    std::string html;       ///< file; empty: none
    bool no_source = false; ///< in that file
    std::string compare;    ///< a lab or a file; empty: nothing
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
    throw UsageError("{}: '{}' must be up to three numbers, x,y,z, such as 2,1,0", option, text);
}

std::uint64_t number_of(const std::string& option, const Index& index, const Index& extents,
                        const char* what, const char* whole) {
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
        if (index[axis] >= extents[axis]) {
            throw UsageError("{}: there is no {} {}; the {} has {}×{}×{} of them, {} to {}", option,
                             what, triple(index), whole, extents[0], extents[1], extents[2],
                             triple({0, 0, 0}),
                             triple({extents[0] - 1, extents[1] - 1, extents[2] - 1}));
        }
    }
    return number_at(index, extents);
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

/// The finding that was asked for, in its place; nothing if none was.
std::optional<std::size_t> chosen_finding(const TraceOptions& options,
                                          const std::vector<Finding>& findings) {
    if (options.finding == 0) {
        return std::nullopt;
    }
    if (static_cast<std::size_t>(options.finding) > findings.size()) {
        throw UsageError("--finding {}: on this grid there {} {}", options.finding,
                         findings.size() == 1 ? "is" : "are", plural(findings.size(), "finding"));
    }
    return static_cast<std::size_t>(options.finding) - 1;
}

/// The block and the thread that the story is of: as asked for, else as `suggested`.
TracedThread choose(const TraceOptions& options, const LaunchShape& launch,
                    const TracedThread& suggested) {
    TracedThread of = suggested;
    if (!options.block.empty()) {
        of.block = number_of("--block", parse_index("--block", options.block), launch.grid, "block",
                             "launch");
    }
    if (!options.thread.empty()) {
        of.thread = static_cast<std::uint32_t>(number_of(
            "--thread", parse_index("--thread", options.thread), launch.block, "thread", "block"));
    }
    return of;
}

std::string heading(const RecordedLaunch& recorded, const TracedThread& of, bool warp) {
    const LaunchShape& launch = recorded.observation.launch;
    return fmt::format(
        "{} of block {}{} · {} · {}: {}×{}×{} blocks of {}×{}×{} threads",
        warp ? fmt::format("Warp {}", of.thread / 32)
             : "Thread " + triple(position(of.thread, launch.block)),
        triple(position(of.block, launch.grid)),
        has_slabs(recorded.lab)
            ? fmt::format(" on GPU {} in sweep {}", recorded.traced.gpu, recorded.traced.sweep)
            : "",
        recorded.submission.shown_path, grid_name(recorded.extents, recorded.lab), launch.grid[0],
        launch.grid[1], launch.grid[2], launch.block[0], launch.block[1], launch.block[2]);
}

/// Throws UsageError where there is no such GPU or sweep.
SweepOnGpu launch_asked_for(const TraceOptions& options, const Lab& lab, const Extents& extents) {
    const SweepOnGpu asked{static_cast<unsigned>(options.gpu.value_or(0)),
                           static_cast<unsigned>(options.sweep.value_or(0))};
    const std::size_t gpus = std::max<std::size_t>(slabs_of(lab, extents).size(), 1);
    const auto sweeps = static_cast<unsigned>(has_slabs(lab) ? lab.steps : 1);
    if (asked.gpu >= gpus || asked.sweep >= sweeps) {
        throw UsageError("{} runs on {} in {}: --gpu and --sweep count from 0", lab.id,
                         plural(gpus, "GPU"), plural(sweeps, "sweep"));
    }
    return asked;
}

/// The launch in which the finding's first thread is, as far as none was asked for; else `traced`.
SweepOnGpu launch_of(const Finding& finding, const TraceOptions& options,
                     const SweepOnGpu& traced) {
    if (finding.threads.empty() || !finding.threads.front().gpu) {
        return traced;
    }
    const ThreadPlace& first = finding.threads.front();
    return {options.gpu ? traced.gpu : *first.gpu, options.sweep ? traced.sweep : first.sweep};
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
        read_submission(shown_path(is_solution             ? solution_of(other_lab)
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

/// The page of the block that was asked for; if none was, of the first finding's block, where there is something to
/// see. `traced`: the launch that `record` records, which becomes the finding's where none was asked for.
std::string page_of(const TraceOptions& options, const RecordedLaunch& recorded,
                    const TracedThread& of, const std::optional<std::size_t>& finding,
                    const RecordBlock& record, SweepOnGpu& traced) {
    PageStart start{.block = of.block, .with_source = !options.no_source};
    if (!options.thread.empty()) {
        start.thread = of.thread;
    } else if (finding) {
        start.thread = of.thread;
        start.finding = finding;
    } else if (options.block.empty()) {
        for (std::size_t i = 0; i < recorded.findings.size() && !start.finding; ++i) {
            if (const auto thread = thread_of(recorded.findings[i], recorded, record)) {
                traced = launch_of(recorded.findings[i], options, traced);
                start.block = thread->block;
                start.thread = thread->thread;
                start.finding = i;
            }
        }
    }
    const bool is_recorded = start.block == of.block && traced == recorded.traced;
    const auto other = is_recorded ? nullptr : record(start.block);
    const RecordedLaunch& shown = is_recorded ? recorded : *other;
    if (start.with_source) {
        start.reference = reference_costs(shown, options.seed, start.block);
    }
    return trace_page(shown, start);
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
    const std::vector<Lab> labs = labs_of(session);
    const LabArgument argument = lab_or_file(labs, options.lab);
    const Lab lab = with_gpus(all_variants(*argument.lab).front(), options.gpus);
    if (options.solution && !options.file.empty()) {
        throw UsageError("give either a FILE or --solution, not both");
    }
    if (!options.compare.empty() &&
        (!options.html.empty() || options.format == "json" || options.finding > 0)) {
        throw UsageError("--compare draws in the terminal: leave out --html, --finding and "
                         "--format json");
    }
    const SubmissionFile submission =
        read_submission(shown_path(options.solution         ? solution_of(lab)
                                   : !options.file.empty()  ? std::filesystem::path(options.file)
                                   : !argument.file.empty() ? argument.file
                                                            : lab.skeleton));
    const Extents extents = parse_grid(options.grid, lab);
    std::optional<OutputFile> page;
    if (!options.html.empty()) {
        page.emplace("--html", options.html, OutputFile::Kind::page);
    }
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
    SweepOnGpu traced = launch_asked_for(options, lab, extents);
    const RecordBlock record = [&](std::optional<std::uint64_t> block) {
        return std::make_shared<const RecordedLaunch>(record_launch(
            lab, extents, program, submission, options.seed, block, {.traced = traced}));
    };
    TracedThread suggested;
    std::optional<std::size_t> finding;
    std::optional<ThreadPlace> other_side; ///< of a race of two GPUs
    if (options.finding > 0) {
        const auto launched = record(0);
        const RecordedLaunch& first = *launched;
        finding = chosen_finding(options, first.findings);
        const std::vector<ThreadPlace>& threads = first.findings[*finding].threads;
        traced = launch_of(first.findings[*finding], options, traced);
        if (threads.size() > 1 && threads[1].gpu) {
            other_side = threads[1];
        }
        suggested = thread_of(first.findings[*finding], first, record).value_or(suggested);
    }
    const TracedThread of = choose(options, configured.launch, suggested);
    const auto launched = record(of.block);
    const RecordedLaunch& recorded = *launched;
    if (page) {
        page->write(page_of(options, recorded, of, finding, record, traced));
        print_linked(fmt::format("{}: open it in a browser\n", options.html), {options.html});
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
    if (other_side && !options.warp) {
        traced = {*other_side->gpu, other_side->sweep};
        const TracedThread there{
            number_at(other_side->block, configured.launch.grid),
            static_cast<std::uint32_t>(number_at(other_side->thread, configured.launch.block))};
        const auto other = record(there.block);
        text += "\n" + paragraph(style, Tone::heading, heading(*other, there, false)) + "\n" +
                thread_story(*other, there, style);
    }
    if (recorded.observation.trace.left_out > 0) {
        text += "\n" + paragraph(style, Tone::plain,
                                 fmt::format("{} later events of the block are left out.",
                                             recorded.observation.trace.left_out));
    }
    print_out(text);
}

} // namespace

void add_trace_command(CommandBuilder& app, Session& session) {
    auto options = std::make_shared<TraceOptions>();
    CommandBuilder command =
        app.add_command("trace", "Show what one thread of a kernel does, access by access");
    command.add_option("LAB", options->lab, lab_help).required();
    command.add_option("FILE", options->file, "A kernel.cu to run instead of the lab's own");
    command.add_flag("--solution", options->solution, "Trace the reference solution");
    command.add_option("--grid GRID", options->grid, "The grid: 9, or 9x5x3 (x first)")
        .shows_default();
    command.add_option("--block X,Y,Z", options->block, "The block's index; by default 0,0,0");
    command.add_option("--thread X,Y,Z", options->thread,
                       "The thread's index in its block; by default 0,0,0");
    command.add_option("--gpus N", options->gpus, "Lab 14: cut the grid among so many GPUs")
        .in_range(1, most_gpus);
    command.add_option("--gpu N", options->gpu, "Of several GPUs, from 0")
        .in_range(0, most_gpus - 1);
    command
        .add_option("--sweep N", options->sweep, "Of a kernel for several GPUs: the sweep, from 0")
        .in_range(0, 63);
    command
        .add_option("--finding", options->finding,
                    "The block and thread of this finding on the grid, from 1")
        .in_range(1, 64);
    command.add_flag("--warp", options->warp,
                     "Show the thread's warp instead: its requests, by sector and lane");
    command.add_option("--compare LAB", options->compare,
                       "Show a warp beside one of this lab's kernel, or of this FILE");
    command.add_option("--seed NUMBER", options->seed, "Seed of the random inputs").shows_default();
    command.add_option("--format", options->format, "json: one object a line")
        .one_of({"text", "json"})
        .shows_default();
    command.add_option("--html FILE", options->html,
                       "Write a page to this file in which you step through the block");
    command.add_flag("--no-source", options->no_source,
                     "Leave the source out of the page: threads and memory only, for readers who "
                     "are still to write the kernel");
    command.footer("Example: ./lab trace 5 --solution --thread 2,1,1");
    command.action([options, &session] { run_trace(*options, session); });
}

} // namespace kit

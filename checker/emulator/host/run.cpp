#include "checker/emulator/host/run.hpp"

#include "checker/base/errors.hpp"
#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/mailbox_file.hpp"
#include "checker/emulator/host/source_lines.hpp"
#include "checker/emulator/host/trace_events.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/model/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <thread>
#include <tuple>
#include <vector>

namespace kit {

namespace {

/// Four times what the runtime lets a kernel print.
constexpr std::size_t printed_limit = std::size_t{4} << 20;

ProcessLimits limits_of(const Lab& lab, const RunInput& input, const MailboxFile& mailbox) {
    ProcessLimits limits;
    limits.seconds = time_limit(lab, input.extents) * input.time_limits;
    limits.counts_processor_time = true;
    // The arrays with their margins and, for each core, a block's stacks and the allocator's arena;
    // a GiB besides is the submission's own.
    limits.memory_bytes =
        (std::uint64_t{2} << 30) + 3 * mailbox.bytes() +
        std::max(1u, std::thread::hardware_concurrency()) * (std::uint64_t{320} << 20);
    limits.output_bytes = printed_limit;
    return limits;
}

/// Whether they say why a run did not reach its end.
bool explain_the_end(const std::vector<Finding>& findings) {
    return std::ranges::any_of(findings, [](const Finding& finding) {
        return finding.kind == FindingKind::crash || finding.kind == FindingKind::timeout ||
               finding.kind == FindingKind::invalid_launch ||
               finding.kind == FindingKind::barrier_divergence ||
               finding.kind == FindingKind::out_of_bounds_global ||
               finding.kind == FindingKind::out_of_bounds_shared;
    });
}

Finding abnormal_end(FindingKind kind, std::string message, std::string hint = "") {
    return {.kind = kind, .message = std::move(message), .hint = std::move(hint)};
}

/// Why a program that did not reach its end stopped, from the outside.
Finding explain_end(const ProcessResult& result, const runtime::Reply& reply, const Lab& lab,
                    const Extents& extents) {
    const char* const where =
        reply.stage == runtime::stage_configuring ? "launch_config()" : "The kernel";
    switch (result.end) {
    case ProcessResult::End::out_of_time:
        return abnormal_end(
            FindingKind::timeout,
            fmt::format("{} was still running after {} s.", where, time_limit(lab, extents)),
            "Look for a loop that never ends, or in which each thread does the work of all.");
    case ProcessResult::End::too_much_output:
        return abnormal_end(
            FindingKind::crash,
            fmt::format("{} printed more than {} MiB and was stopped.", where, printed_limit >> 20),
            "Print from one thread only, or under a condition.");
    case ProcessResult::End::killed_by_signal:
        if (result.errors.find("bad_alloc") != std::string::npos) {
            return abnormal_end(FindingKind::crash,
                                fmt::format("{} asked for more memory than it may have.", where));
        }
        return abnormal_end(FindingKind::crash,
                            fmt::format("{} died by signal {}.", where, result.code));
    case ProcessResult::End::exited: break;
    }
    return abnormal_end(
        FindingKind::crash,
        fmt::format("The program was ended by exit({}) before the kernel had finished.",
                    result.code),
        "A kernel ends by returning from every thread.");
}

LaunchShape launch_from(const runtime::Reply& reply) {
    LaunchShape launch;
    std::ranges::copy(reply.grid, launch.grid.begin());
    std::ranges::copy(reply.block, launch.block.begin());
    launch.dynamic_shared_bytes = reply.dynamic_shared_bytes;
    launch.programmatic = reply.programmatic != 0;
    launch.by_flags = reply.by_flags != 0;
    return launch;
}

/// The program wrote them, and may have written anything.
std::vector<int> lines_of_barriers(const runtime::Reply& reply, const SubmissionFile& submission) {
    std::vector<int> lines;
    for (const std::uint32_t line : reply.barriers) {
        // A line of a header may have a barrier, too.
        if (0 < line && line < std::uint32_t{1} << 20 &&
            submission.line(static_cast<int>(line)).find("sync") != std::string::npos) {
            lines.push_back(static_cast<int>(line));
        }
    }
    return lines;
}

/// Sums by line, in the order of the lines: of each global loads, global stores, shared loads, shared stores.
std::vector<LineCounters> line_counters_of(const runtime::Reply& reply, const SourceLines& lines,
                                           const SubmissionFile& submission) {
    std::map<std::tuple<int, bool, bool>, LineCounters> by_line;
    const std::uint32_t count = std::min(reply.site_count, runtime::max_sites);
    for (std::uint32_t i = 0; i < count; ++i) {
        const runtime::Site site = reply.sites[i];
        const int line = lines.line_of_call(site.code);
        const bool is_shared = site.is_shared != 0;
        const bool is_store = site.is_store != 0;
        LineCounters& sum = by_line[{line, is_shared, is_store}];
        sum.line = line;
        sum.text = line > 0 ? submission.line(line) : "";
        sum.is_shared = is_shared;
        sum.is_store = is_store;
        sum.requests += site.requests;
        sum.sectors += site.sectors;
        sum.conflicts += site.conflicts;
        sum.lanes += site.lanes;
        sum.bytes += site.bytes;
        sum.divergent += site.divergent;
    }
    std::vector<LineCounters> counters;
    for (const auto& [place, sum] : by_line) {
        counters.push_back(sum);
    }
    return counters;
}

/// What a run showed, and why another may show more.
struct Run {
    Observation observation;
    bool inputs_written = false;
    bool needs_comparison = false;
};

Run observe(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
            const SubmissionFile& submission, bool follow_inputs) {
    const Artifact& artifact = program.artifact();
    const MailboxFile mailbox(lab, artifact, input, follow_inputs);
    const ProcessResult result =
        program.server().run(mailbox.descriptor(), limits_of(lab, input, mailbox));
    const runtime::Reply& reply = mailbox.reply();
    Run run;
    Observation& observation = run.observation;
    run.inputs_written = reply.inputs_written != 0;
    run.needs_comparison = needs_comparison(reply);
    observation.extents = input.extents;
    observation.launched = reply.stage >= runtime::stage_refused;
    observation.completed = reply.stage == runtime::stage_done &&
                            result.end == ProcessResult::End::exited && result.code == 0;
    observation.launch = launch_from(reply);
    observation.printed = result.output;
    if (result.cut) {
        observation.printed += "\n(the rest of what the kernel printed is left out)\n";
    }
    observation.seconds = reply.seconds;
    observation.peak_memory_bytes = reply.peak_memory_bytes;
    if (reply.event_count > 0 && input.with_events) {
        const SourceLines lines(artifact.program);
        observation.findings =
            findings_from_events(reply, {lab, artifact, input.extents, submission, lines,
                                         result.errors, reply.by_flags != 0});
    }
    if (input.trace_capacity > 0) {
        observation.trace = trace_from(mailbox.trace(), reply.trace_count, lab, input.extents,
                                       input.traced, artifact, SourceLines(artifact.program));
    }
    if (observation.completed) {
        if (!has_slabs(lab) && !mailbox.holds_input(input.input)) {
            observation.input = mailbox.input();
        }
        observation.output = mailbox.output();
        observation.counters = reply.counters;
        observation.course = reply.course;
        if (input.by_line) {
            observation.line_counters =
                line_counters_of(reply, SourceLines(artifact.program), submission);
        }
        observation.barrier_lines = lines_of_barriers(reply, submission);
    } else if (!explain_the_end(observation.findings)) {
        Finding finding = explain_end(result, reply, lab, input.extents);
        finding.cases = {describe(input.extents, lab)};
        observation.findings.push_back(std::move(finding));
    }
    return run;
}

} // namespace

Observation configure_case(const Lab& lab, const EmulatedProgram& program, const Extents& extents,
                           const SubmissionFile& submission, std::uint64_t shared_limit) {
    RunInput input;
    input.shared_limit = shared_limit;
    input.extents = extents;
    input.only_configure = true;
    return observe(lab, program, input, submission, false).observation;
}

namespace {

/// The same run with its blocks one after the other.
RunInput one_block_at_a_time(RunInput input) {
    input.workers = 1;
    input.time_limits = std::max(1u, std::thread::hardware_concurrency());
    input.watching = runtime::watch_errors;
    return input;
}

/// Whether a thread ended the launch, and not for want of time.
bool has_died(const Observation& observation) {
    const auto& findings = observation.findings;
    return !observation.completed &&
           std::ranges::find(findings, FindingKind::timeout, &Finding::kind) == findings.end() &&
           std::ranges::any_of(findings,
                               [](const Finding& finding) { return !finding.threads.empty(); });
}

} // namespace

Observation run_case(const Lab& lab, const EmulatedProgram& program, const RunInput& input,
                     const SubmissionFile& submission) {
    Run run = observe(lab, program, input, submission, false);
    const bool follow_inputs = run.inputs_written && run.observation.completed;
    if (follow_inputs) {
        // Loads of an array that is never written cannot race and are not followed: that is most of a
        // sweep's reads; this kernel writes to one, so it is run again with all of them followed.
        run = observe(lab, program, input, submission, true);
    }
    // A thread of any block could be the first to end the launch.
    const bool is_by_chance = has_died(run.observation) && input.with_events && input.workers != 1;
    const bool is_compared =
        run.needs_comparison && run.observation.completed && input.compare_writes;
    if (is_by_chance || is_compared) {
        Observation again =
            observe(lab, program, one_block_at_a_time(input), submission, follow_inputs)
                .observation;
        if (is_compared && again.completed) { // only so can the stores' values be compared
            run.observation.findings = std::move(again.findings);
        } else if (is_by_chance && has_died(again)) {
            return again;
        }
    }
    return std::move(run.observation);
}

} // namespace kit

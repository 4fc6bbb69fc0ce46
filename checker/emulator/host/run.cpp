#include "checker/emulator/host/run.hpp"

#include "checker/emulator/host/event_findings.hpp"
#include "checker/emulator/host/mailbox_file.hpp"
#include "checker/emulator/host/source_lines.hpp"
#include "checker/sandbox/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <thread>

namespace kit {

namespace {

/// CUDA keeps 1 MiB of what kernels print; four times that is a loop that prints.
constexpr std::size_t printed_limit = std::size_t{4} << 20;

ProcessLimits limits_of(const Lab& lab, const MailboxFile& mailbox) {
    ProcessLimits limits;
    limits.seconds = lab.time_limit_seconds;
    // The arrays with their margins and, for each core, a block's stacks and the allocator's arena;
    // a GiB besides is the submission's own.
    limits.memory_bytes =
        (std::uint64_t{2} << 30) + 2 * mailbox.bytes() +
        std::max(1u, std::thread::hardware_concurrency()) * (std::uint64_t{320} << 20);
    limits.file_bytes = 0;
    limits.output_bytes = printed_limit;
    limits.may_create_processes = false;
    return limits;
}

/// Whether they say why a run did not reach its end.
bool explain_the_end(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.kind == FindingKind::crash || finding.kind == FindingKind::timeout ||
               finding.kind == FindingKind::invalid_launch ||
               finding.kind == FindingKind::barrier_divergence ||
               finding.kind == FindingKind::out_of_bounds_global ||
               finding.kind == FindingKind::out_of_bounds_shared;
    });
}

Finding abnormal_end(FindingKind kind, std::string message, std::string hint = "") {
    Finding finding;
    finding.kind = kind;
    finding.message = std::move(message);
    finding.hint = std::move(hint);
    return finding;
}

/// Why a program that did not reach its end stopped, from the outside.
Finding explain_end(const ProcessResult& result, const runtime::Reply& reply, const Lab& lab) {
    const char* const where =
        reply.stage == runtime::stage_configuring ? "launch_config()" : "The kernel";
    switch (result.end) {
    case ProcessResult::End::out_of_time:
        return abnormal_end(
            FindingKind::timeout,
            fmt::format("{} was still running after {} s.", where, lab.time_limit_seconds),
            "Look for a loop whose end is never reached.");
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

Counters counters_from(const runtime::Counters& from) {
    return {.blocks = from.blocks,
            .threads = from.threads,
            .shared_bytes_per_block = from.shared_bytes_per_block,
            .global_load_bytes = from.global_load_bytes,
            .global_store_bytes = from.global_store_bytes,
            .shared_load_bytes = from.shared_load_bytes,
            .shared_store_bytes = from.shared_store_bytes,
            .barriers = from.barriers,
            .global_load_requests = from.global_load_requests,
            .global_load_sectors = from.global_load_sectors,
            .global_store_requests = from.global_store_requests,
            .global_store_sectors = from.global_store_sectors,
            .shared_load_requests = from.shared_load_requests,
            .shared_store_requests = from.shared_store_requests,
            .shared_bank_conflicts = from.shared_bank_conflicts,
            .divergent_requests = from.divergent_requests,
            .global_load_repeated_bytes = from.global_load_repeated_bytes,
            .global_store_repeated_bytes = from.global_store_repeated_bytes};
}

LaunchShape launch_from(const runtime::Reply& reply) {
    LaunchShape launch;
    std::copy(std::begin(reply.grid), std::end(reply.grid), launch.grid.begin());
    std::copy(std::begin(reply.block), std::end(reply.block), launch.block.begin());
    launch.dynamic_shared_bytes = reply.dynamic_shared_bytes;
    launch.programmatic = reply.programmatic != 0;
    return launch;
}

Observation observe(const Lab& lab, const Artifact& artifact, const RunInput& input,
                    const SubmissionFile& submission, bool follow_inputs, bool& inputs_written) {
    const MailboxFile mailbox(lab, artifact, input, follow_inputs);
    ProcessRequest request{{artifact.program.string()},
                           artifact.program.parent_path(),
                           mailbox.descriptor(),
                           limits_of(lab, mailbox)};
    request.confinement = Confinement{};
    const ProcessResult result = run_process(request);
    const runtime::Reply& reply = mailbox.reply();
    Observation observation;
    inputs_written = reply.inputs_written != 0;
    observation.extents = input.extents;
    observation.launched = reply.stage >= runtime::stage_refused;
    observation.completed = reply.stage == runtime::stage_done &&
                            result.end == ProcessResult::End::exited && result.code == 0;
    observation.launch = launch_from(reply);
    observation.printed = result.output;
    observation.seconds = reply.seconds;
    observation.peak_memory_bytes = reply.peak_memory_bytes;
    if (reply.event_count > 0) {
        const SourceLines lines(artifact.program);
        observation.findings = findings_from_events(
            reply, {lab, artifact, input.extents, submission, lines, result.errors});
    }
    if (observation.completed) {
        observation.input = mailbox.contents(KernelArgument::Role::input);
        observation.output = mailbox.contents(KernelArgument::Role::output);
        observation.counters = counters_from(reply.counters);
    } else if (!explain_the_end(observation.findings)) {
        Finding finding = explain_end(result, reply, lab);
        finding.cases = {describe(input.extents, lab)};
        observation.findings.push_back(std::move(finding));
    }
    return observation;
}

} // namespace

Observation configure_case(const Lab& lab, const Artifact& artifact, const Extents& extents,
                           const SubmissionFile& submission, std::uint64_t shared_limit) {
    RunInput input;
    input.shared_limit = shared_limit;
    input.extents = extents;
    input.only_configure = true;
    bool inputs_written = false;
    return observe(lab, artifact, input, submission, false, inputs_written);
}

Observation run_case(const Lab& lab, const Artifact& artifact, const RunInput& input,
                     const SubmissionFile& submission) {
    bool inputs_written = false;
    Observation observation = observe(lab, artifact, input, submission, false, inputs_written);
    if (inputs_written && observation.completed) {
        // Loads of an array that is never written cannot race and are not followed: that is most of a
        // sweep's reads; this kernel writes to one, so it is run again with all of them followed.
        observation = observe(lab, artifact, input, submission, true, inputs_written);
    }
    return observation;
}

} // namespace kit

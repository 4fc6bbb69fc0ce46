#include "checker/emulator/events/explanations.hpp"

#include "checker/emulator/events/source_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kit {

using wire::Event;

void explain_stuck(const Event& event, Finding& finding) {
    finding.kind = FindingKind::barrier_divergence;
    finding.message = fmt::format(
        "The block can never go on: {} of its threads wait at __syncthreads() and {} in a warp "
        "operation whose other lanes do not come.",
        event.values[0], event.values[1]);
    finding.hint = "Every thread of the mask must reach the same __syncwarp, shuffle or vote.";
}

void explain_different_barriers(const Event& event, Finding& finding) {
    // The barriers' own lines: a compiler may make one call of both.
    const std::int64_t line = event.values[0];
    const std::int64_t other = event.values[1];
    finding.kind = FindingKind::barrier_divergence;
    finding.message =
        fmt::format("Threads of one block wait at different barriers, some in line {} "
                    "and some in line {}.",
                    std::min(line, other), std::max(line, other));
    finding.hint =
        "Every __syncthreads() must be reached by all threads of the block: move it out of "
        "the condition.";
}

void explain_exit(const Event& event, const EventContext& context, Finding& finding) {
    const int barrier = context.lines.line_of_call(event.code);
    const int last = context.lines.line_of_call(event.other_code);
    if (last > barrier || stands_in_condition(context.submission.text, barrier)) {
        finding.kind = FindingKind::barrier_divergence;
        finding.cause = "passed by";
        finding.message = fmt::format(
            "Threads of a block pass by the __syncthreads() of line {}, at which others of "
            "the block wait.",
            barrier);
        finding.hint = "Every __syncthreads() must be reached by all threads of the block: move it "
                       "out of the condition.";
        return;
    }
    finding.kind = FindingKind::early_exit_before_barrier;
    finding.severity = Severity::warning;
    finding.cause = "early exit";
    finding.message = fmt::format("Threads return before the __syncthreads() of line {}.", barrier);
    finding.hint =
        "CUDA does not wait for threads that have returned, so this works as long as none "
        "of them has a cell to load; a guard round the work is safer.";
}

} // namespace kit

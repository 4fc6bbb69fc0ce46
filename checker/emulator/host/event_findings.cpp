#include "checker/emulator/host/event_findings.hpp"

#include "checker/model/slabs.hpp"

#include <algorithm>
#include <tuple>

namespace kit {

namespace {

using runtime::Event;

/// Fills kind, message and hint. False for an event that is nothing to report.
bool explain(const Event& event, const EventContext& context, Finding& finding) {
    switch (event.kind) {
    case runtime::event_bad_block:
    case runtime::event_bad_grid:
    case runtime::event_too_many_threads:
    case runtime::event_too_much_shared: explain_launch(event, finding); break;
    case runtime::event_out_of_bounds: explain_out_of_bounds(event, context, finding); break;
    case runtime::event_wild_access: explain_wild_access(event, context, finding); break;
    case runtime::event_stuck: explain_stuck(event, finding); break;
    case runtime::event_race: explain_race(event, context, finding); break;
    case runtime::event_uninitialized: explain_uninitialized(event, context, finding); break;
    case runtime::event_misuse: explain_misuse(event, finding); break;
    case runtime::event_row_overrun: explain_row_overrun(event, context, finding); break;
    case runtime::event_barriers_differ: explain_different_barriers(event, finding); break;
    case runtime::event_exit_before_barrier: explain_exit(event, finding); break;
    case runtime::event_barrier_skipped: explain_skipped_barrier(event, finding); break;
    case runtime::event_crash: explain_crash(event, context, finding); break;
    case runtime::event_misaligned: explain_misaligned(event, context, finding); break;
    case runtime::event_write_to_constant: explain_write_to_constant(finding); break;
    case runtime::event_assert: explain_assert(event, finding); break;
    case runtime::event_stack_overflow: explain_stack_overflow(event, finding); break;
    case runtime::event_deadlock: explain_deadlock(event, context, finding); break;
    case runtime::event_interrupted: explain_interrupted(context, finding); break;
    default: break;
    }
    return !finding.message.empty();
}

/// Whether the event ended the program.
bool is_by_signal(const Event& event) {
    return event.kind == runtime::event_crash || event.kind == runtime::event_interrupted;
}

int line_of(const Event& event, const EventContext& context) {
    const int line = is_by_signal(event) ? context.lines.line_at(event.code)
                                         : context.lines.line_of_call(event.code);
    if (line != 0) {
        return line;
    }
    for (const std::uint64_t caller : event.callers) {
        if (const int called_from = context.lines.line_of_call(caller)) {
            return called_from;
        }
    }
    return 0;
}

/// The event's own line and, of a race, of two barriers or of an asynchronous copy, the other party's; in
/// their order.
std::vector<SourceLine> lines_of(const Event& event, const EventContext& context) {
    std::vector<int> numbers;
    if (event.kind == runtime::event_barriers_differ) {
        for (const std::int64_t line : {event.values[0], event.values[1]}) {
            numbers.push_back(static_cast<int>(std::clamp<std::int64_t>(line, 0, 1 << 30)));
        }
    } else {
        numbers.push_back(line_of(event, context));
    }
    if (event.kind == runtime::event_race || event.kind == runtime::event_stuck ||
        event.kind == runtime::event_uninitialized) {
        numbers.push_back(context.lines.line_of_call(event.other_code));
    }
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<SourceLine> lines;
    for (const int number : numbers) {
        if (number != 0) {
            lines.push_back(
                {context.submission.shown_path, number, 0, context.submission.line(number)});
        }
    }
    return lines;
}

ThreadPlace place(const std::uint32_t (&block)[3], const std::uint32_t (&thread)[3]) {
    ThreadPlace result;
    std::ranges::copy(block, result.block.begin());
    std::ranges::copy(thread, result.thread.begin());
    return result;
}

bool is_about_a_thread(const Event& event) {
    return event.kind > runtime::event_too_much_shared && event.kind != runtime::event_stuck;
}

/// Findings on shared memory come first, since they cause others in global memory; among them, what may only
/// follow from another comes later: an index outside its dimension is another thread's element. Reads of
/// unwritten global memory come before races there, so that the order does not depend on which block ran first.
int rank(const Finding& finding) {
    switch (finding.kind) {
    case FindingKind::barrier_divergence: return 0;
    case FindingKind::out_of_bounds_shared: return 1;
    case FindingKind::race_shared: return 2;
    case FindingKind::uninitialized_shared: return 3;
    case FindingKind::uninitialized_global: return 4;
    default: return 5;
    }
}

/// Drops an access to no memory at all where the same lines have an index outside its dimension: it is one mistake.
void drop_far_ends(std::vector<Finding>& findings) {
    const auto is_reported = [&findings](const Finding& far) {
        return far.array.empty() && std::ranges::any_of(findings, [&far](const Finding& finding) {
                   return is_of_row(finding) && finding.lines == far.lines;
               });
    };
    std::erase_if(findings, [&is_reported](const Finding& finding) {
        return finding.kind == FindingKind::out_of_bounds_global && is_reported(finding);
    });
}

/// In which sweep a thread of several GPUs waits in vain: later waits may follow from the first one.
unsigned sweep_of_wait(const Finding& finding) {
    return finding.kind == FindingKind::timeout && !finding.threads.empty()
               ? finding.threads.front().sweep
               : 0;
}

void order(std::vector<Finding>& findings) {
    const auto key = [](const Finding& finding) {
        return std::pair(rank(finding), sweep_of_wait(finding));
    };
    std::ranges::stable_sort(findings,
                             [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
    if (!findings.empty() && findings.front().kind == FindingKind::barrier_divergence) {
        std::erase_if(findings, [](const Finding& finding) {
            return finding.kind == FindingKind::early_exit_before_barrier;
        });
    }
}

} // namespace

bool needs_comparison(const runtime::Reply& reply) {
    if (reply.event_count > runtime::max_events) {
        return false;
    }
    const Event* const end = reply.events + reply.event_count;
    const auto is_not_compared = [](const Event& event) {
        return event.kind == runtime::event_race &&
               (event.values[2] & runtime::race_not_compared) != 0;
    };
    const auto may_be_no_error = [&](const Event& event) {
        return is_not_compared(event) ||
               (event.kind == runtime::event_race && event.equal_writes == event.count) ||
               event.kind == runtime::event_uninitialized ||
               event.kind == runtime::event_exit_before_barrier;
    };
    return std::any_of(reply.events, end, is_not_compared) &&
           std::all_of(reply.events, end, may_be_no_error);
}

std::vector<Finding> findings_from_events(const runtime::Reply& reply,
                                          const EventContext& context) {
    std::vector<Finding> findings;
    const std::uint32_t count = std::min(reply.event_count, runtime::max_events);
    std::vector<Event> events(reply.events, reply.events + count);
    std::ranges::sort(events, {}, [](const Event& event) {
        return std::tuple(is_by_signal(event), event.number, event.order);
    });
    for (const Event& event : events) {
        Finding finding;
        finding.lines = lines_of(event, context);
        if (!explain(event, context, finding)) {
            continue;
        }
        finding.count = event.count;
        finding.code = event.code;
        finding.cases = {describe(context.extents, context.lab)};
        if (is_about_a_thread(event)) {
            finding.threads = {place(event.block, event.thread)};
        }
        if (event.other_code != 0 && event.kind != runtime::event_uninitialized) {
            finding.threads.push_back(place(event.other_block, event.other_thread));
        }
        if (slabs_of(context.lab, context.extents).size() > 1) {
            const SweepOnGpu sides[]{{event.gpu, event.sweep},
                                     {event.other_gpu, event.other_sweep}};
            for (std::size_t thread = 0; thread < finding.threads.size(); ++thread) {
                finding.threads[thread].gpu = sides[thread].gpu;
                finding.threads[thread].sweep = sides[thread].sweep;
            }
        }
        findings.push_back(std::move(finding));
    }
    drop_far_ends(findings);
    order(findings);
    return findings;
}

} // namespace kit

#include "checker/emulator/event_findings.hpp"

#include "checker/emulator/source_names.hpp"
#include "checker/model/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace kit {

namespace {

using wire::Event;

/// The array or variable that an event is about.
struct Target {
    std::string name;
    std::int64_t elements = 0;
    std::int64_t element_bytes = 4;
    bool shared = false;
    bool dynamic = false;
};

std::optional<Target> target_of(const Event& event, const EventContext& context) {
    const auto number = static_cast<std::size_t>(event.variable);
    if (event.variable < 0) {
        return std::nullopt;
    }
    if (event.is_array != 0) {
        std::vector<const Argument*> arrays;
        for (const Argument& argument : context.lab.arguments) {
            if (argument.role == Argument::Role::input || argument.role == Argument::Role::output) {
                arrays.push_back(&argument);
            }
        }
        if (number >= arrays.size()) {
            return std::nullopt;
        }
        return Target{arrays[number]->name, context.extents.cells(),
                      static_cast<std::int64_t>(bytes_of(context.lab.element)), false, false};
    }
    if (number >= context.artifact.variables.size()) {
        return std::nullopt;
    }
    const DeviceVariable& variable = context.artifact.variables[number];
    // The type is not known: what is accessed is taken for an element.
    const std::int64_t bytes = std::clamp<std::int64_t>(event.values[1], 1, 16);
    const bool shared = variable.space == DeviceVariable::Space::shared;
    return Target{variable.name, static_cast<std::int64_t>(variable.bytes) / bytes, bytes, shared,
                  shared && variable.bytes == 0};
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

void explain_out_of_bounds(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = target_of(event, context);
    const bool store = event.values[2] != 0;
    if (!target) {
        return;
    }
    finding.kind =
        target->shared ? FindingKind::out_of_bounds_shared : FindingKind::out_of_bounds_global;
    finding.array = target->name;
    finding.index = floor_divide(event.values[0], target->element_bytes);
    const bool before = *finding.index < 0;
    // Every line of a sum runs past the same end for want of the same guard.
    finding.cause = fmt::format("{} {} {}", target->name, before ? "before" : "past",
                                store ? "written" : "read");
    finding.message =
        target->dynamic
            ? fmt::format("The kernel {} {}[{}], beyond the dynamic shared memory that "
                          "launch_config() asks for.",
                          store ? "writes" : "reads", target->name, with_separators(*finding.index))
            : fmt::format("The kernel {} {}[{}], {} of the array, which has {} elements.",
                          store ? "writes" : "reads", target->name, with_separators(*finding.index),
                          before ? "before the beginning" : "past the end",
                          with_separators(target->elements));
    finding.hint =
        target->shared ? "Compare the index's range with the array's extents, halo included."
        : before ? "An index below 0 belongs to a thread at the low end of an axis: guard it, with "
                   "signed coordinates."
                 : "Guard the access: threads beyond the last cell must not touch the array.";
}

void explain_wild_access(const Event& event, Finding& finding) {
    finding.kind = FindingKind::out_of_bounds_global;
    const auto address = static_cast<std::uint64_t>(event.values[0]);
    finding.message = fmt::format("The kernel {} address 0x{:x}, which belongs to no array.",
                                  event.values[2] != 0 ? "writes to" : "reads from", address);
    finding.hint = "Look at the pointer: was it set, and is the index far outside?";
}

void explain_launch(const Event& event, Finding& finding) {
    finding.kind = FindingKind::invalid_launch;
    const auto value = [&](int i) { return with_separators(event.values[i]); };
    switch (event.kind) {
    case wire::event_bad_block:
        finding.message =
            fmt::format("launch_config() asks for blocks of {} × {} × {} threads; each "
                        "extent must be at least 1 and at most 1,024, 1,024 and 64.",
                        value(0), value(1), value(2));
        break;
    case wire::event_bad_grid:
        finding.message = fmt::format("launch_config() asks for a grid of {} × {} × {} blocks; "
                                      "each extent must be at least 1 "
                                      "and at most 2,147,483,647, 65,535 and 65,535.",
                                      value(0), value(1), value(2));
        finding.hint = "A count of blocks that is 0 comes from a division that rounds down.";
        break;
    case wire::event_too_many_threads:
        finding.message = fmt::format(
            "launch_config() asks for {} threads a block; CUDA allows {}.", value(0), value(1));
        finding.hint = "The product of the block's three extents counts.";
        break;
    default:
        finding.message =
            fmt::format("A block would need {} bytes of static and {} of dynamic shared "
                        "memory; it may have {} in all.",
                        value(0), value(1), value(2));
        finding.hint = "Make the tile smaller, or keep fewer planes of it.";
        break;
    }
}

void explain_crash(const Event& event, const EventContext& context, Finding& finding) {
    finding.kind = FindingKind::crash;
    switch (event.values[0]) {
    case SIGFPE: finding.message = "The kernel divides an integer by zero."; break;
    case SIGILL:
    case SIGTRAP: finding.message = "The kernel stopped itself by __trap()."; break;
    case SIGABRT:
        finding.message = context.errors.find("bad_alloc") != std::string::npos
                              ? "The kernel asked for more memory than it may have."
                              : "The kernel was aborted.";
        break;
    default: finding.message = fmt::format("The kernel died by signal {}.", event.values[0]); break;
    }
}

std::string text_of(const Event& event) {
    return {event.text, strnlen(event.text, sizeof event.text)};
}

void explain_stuck(const Event& event, Finding& finding) {
    finding.kind = FindingKind::barrier_divergence;
    finding.message = fmt::format(
        "The block can never go on: {} of its threads wait at __syncthreads() and {} in a warp "
        "operation whose other lanes do not come.",
        event.values[0], event.values[1]);
    finding.hint = "Every thread of the mask must reach the same __syncwarp, shuffle or vote.";
}

std::int64_t element_of(const Event& event, const Target& target) {
    return floor_divide(event.values[0], target.element_bytes);
}

void explain_race(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = target_of(event, context);
    if (!target) {
        return;
    }
    finding.kind = target->shared ? FindingKind::race_shared : FindingKind::race_global;
    finding.array = target->name;
    finding.index = element_of(event, *target);
    finding.cause = "race " + target->name;
    const std::string cell = fmt::format("{}[{}]", target->name, with_separators(*finding.index));
    const bool both_write = (event.values[2] & 3) == 3;
    const bool same_block =
        std::equal(std::begin(event.block), std::end(event.block), std::begin(event.other_block));
    const std::string what = both_write ? fmt::format("both write {}", cell)
                                        : fmt::format("use {}, one to write and one to read", cell);
    if (same_block) {
        finding.message =
            fmt::format("Two threads of a block {} with no barrier between them: which comes first "
                        "is left to chance.",
                        what);
        finding.hint =
            "Put a __syncthreads() between the two, where all threads of the block pass.";
    } else {
        finding.message = fmt::format(
            "Threads of two blocks {}: blocks run in no order, so which comes first is left to "
            "chance.",
            what);
        finding.hint =
            "Within a launch a block may read only what no other block writes: read from "
            "one array, write to another.";
    }
}

void explain_uninitialized(const Event& event, const EventContext& context, Finding& finding) {
    const auto target = target_of(event, context);
    if (!target) {
        return;
    }
    finding.kind =
        target->shared ? FindingKind::uninitialized_shared : FindingKind::uninitialized_global;
    finding.array = target->name;
    finding.index = element_of(event, *target);
    finding.cause = "uninitialized " + target->name;
    finding.message = fmt::format("The kernel reads {}[{}], which {} has written.", target->name,
                                  with_separators(*finding.index),
                                  target->shared ? "no thread of the block" : "no thread");
    finding.hint = target->shared
                       ? "Every cell of the tile that is read must be loaded before, halo included."
                       : "This array is for the result: read from the input.";
}

void explain_row_overrun(const Event& event, const EventContext& context, Finding& finding) {
    const int line = static_cast<int>(std::clamp<std::int64_t>(event.values[1], 0, 1 << 30));
    const int column = static_cast<int>(std::clamp<std::int64_t>(event.values[2], 0, 1 << 30));
    const std::string name = subscripted_name(context.submission.line(line), column);
    const auto& variables = context.artifact.variables;
    const bool shared =
        std::any_of(variables.begin(), variables.end(), [&name](const DeviceVariable& variable) {
            return variable.name == name && variable.space == DeviceVariable::Space::shared;
        });
    // An array that is not shared is the thread's own.
    finding.kind = shared ? FindingKind::out_of_bounds_shared : FindingKind::crash;
    finding.array = name;
    finding.index = event.values[0];
    finding.cause = fmt::format("row {} {}", name, event.values[0] < 0 ? "before" : "past");
    finding.message =
        fmt::format("An index of {} is {}: it leaves its dimension (the type there is "
                    "{}).",
                    name.empty() ? "an array" : name, event.values[0], text_of(event));
    finding.hint =
        "In memory the next row follows at once, so this reads another cell of the array "
        "and no tool that watches addresses can see it.";
}

/// Two barriers of one source line are one barrier that the compiler copied: no finding then.
void explain_different_barriers(const Event& event, const EventContext& context, Finding& finding) {
    const int line = context.lines.line_of_call(event.code);
    const int other = context.lines.line_of_call(event.other_code);
    if (line == other) {
        return;
    }
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
    if (last > barrier) {
        finding.kind = FindingKind::barrier_divergence;
        finding.cause = "passed by";
        finding.message = fmt::format(
            "Threads went on to line {} without the __syncthreads() of line {}, at which "
            "others of their block wait.",
            last, barrier);
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

/// Fills kind, message and hint. False for an event that is nothing to report.
bool explain(const Event& event, const EventContext& context, Finding& finding) {
    switch (event.kind) {
    case wire::event_bad_block:
    case wire::event_bad_grid:
    case wire::event_too_many_threads:
    case wire::event_too_much_shared: explain_launch(event, finding); break;
    case wire::event_out_of_bounds: explain_out_of_bounds(event, context, finding); break;
    case wire::event_wild_access: explain_wild_access(event, finding); break;
    case wire::event_write_to_constant:
        finding.kind = FindingKind::crash;
        finding.message = "The kernel writes to constant memory, which only the host can.";
        break;
    case wire::event_assert:
        finding.kind = FindingKind::crash;
        finding.message = fmt::format("The assertion '{}' failed.", text_of(event));
        break;
    case wire::event_stuck: explain_stuck(event, finding); break;
    case wire::event_stack_overflow:
        finding.kind = FindingKind::crash;
        finding.message =
            fmt::format("A thread needs more than {} KiB of local memory, all that the "
                        "emulator gives it.",
                        event.values[0] / 1024);
        finding.hint = "Look for a large array inside the kernel, or a recursion without end.";
        break;
    case wire::event_race: explain_race(event, context, finding); break;
    case wire::event_uninitialized: explain_uninitialized(event, context, finding); break;
    case wire::event_row_overrun: explain_row_overrun(event, context, finding); break;
    case wire::event_barriers_differ: explain_different_barriers(event, context, finding); break;
    case wire::event_exit_before_barrier: explain_exit(event, context, finding); break;
    case wire::event_crash: explain_crash(event, context, finding); break;
    case wire::event_interrupted:
        finding.kind = FindingKind::timeout;
        finding.message =
            fmt::format("The kernel was still running after {} s.", context.lab.time_limit_seconds);
        finding.hint = "Look for a loop whose end is never reached.";
        break;
    default: break;
    }
    return !finding.message.empty();
}

int line_of(const Event& event, const EventContext& context) {
    const bool by_signal = event.kind == wire::event_crash || event.kind == wire::event_interrupted;
    const int line =
        by_signal ? context.lines.line_at(event.code) : context.lines.line_of_call(event.code);
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

/// The event's own line and, of a race or of two barriers, the other party's; in their order.
std::vector<SourceLine> lines_of(const Event& event, const EventContext& context) {
    std::vector<int> numbers{line_of(event, context)};
    if (event.kind == wire::event_race || event.kind == wire::event_barriers_differ) {
        numbers.push_back(context.lines.line_of_call(event.other_code));
    }
    std::sort(numbers.begin(), numbers.end());
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
    std::copy(std::begin(block), std::end(block), result.block.begin());
    std::copy(std::begin(thread), std::end(thread), result.thread.begin());
    return result;
}

bool is_about_a_thread(const Event& event) {
    return event.kind > wire::event_too_much_shared && event.kind != wire::event_stuck;
}

} // namespace

std::vector<Finding> findings_from_events(const wire::Reply& reply, const EventContext& context) {
    std::vector<Finding> findings;
    const std::uint32_t count = std::min(reply.event_count, wire::max_events);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Event event = reply.events[i];
        Finding finding;
        if (!explain(event, context, finding)) {
            continue;
        }
        finding.count = event.count;
        finding.cases = {describe(context.extents, context.lab)};
        finding.lines = lines_of(event, context);
        if (is_about_a_thread(event)) {
            finding.threads = {place(event.block, event.thread)};
        }
        if (event.other_code != 0) {
            finding.threads.push_back(place(event.other_block, event.other_thread));
        }
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace kit

#include "checker/emulator/event_findings.hpp"

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

/// Fills kind, message and hint. False for an event of no known kind.
bool explain(const Event& event, const EventContext& context, Finding& finding) {
    switch (event.kind) {
    case wire::event_bad_block:
    case wire::event_bad_grid:
    case wire::event_too_many_threads:
    case wire::event_too_much_shared: explain_launch(event, finding); return true;
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
        finding.message = fmt::format(
            "A thread needs more than {} KiB of local memory, all that the emulator gives it.",
            event.values[0] / 1024);
        finding.hint = "Look for a large array inside the kernel, or a recursion without end.";
        break;
    case wire::event_crash: explain_crash(event, context, finding); break;
    case wire::event_interrupted:
        finding.kind = FindingKind::timeout;
        finding.message =
            fmt::format("The kernel was still running after {} s.", context.lab.time_limit_seconds);
        finding.hint = "Look for a loop whose end is never reached.";
        break;
    default: return false;
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
        if (const int line = line_of(event, context)) {
            finding.lines = {{context.submission, line, 0, ""}};
        }
        if (is_about_a_thread(event)) {
            ThreadPlace place;
            std::copy(std::begin(event.block), std::end(event.block), place.block.begin());
            std::copy(std::begin(event.thread), std::end(event.thread), place.thread.begin());
            finding.threads = {place};
        }
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace kit

#include "checker/emulator/events/explanations.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace kit {

using wire::Event;

std::string text_of(const Event& event) {
    return {event.text, strnlen(event.text, sizeof event.text)};
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

void explain_assert(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = fmt::format("The assertion '{}' failed.", text_of(event));
}

void explain_misuse(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = fmt::format("The submission {}, and was stopped.", text_of(event));
}

void explain_stack_overflow(const Event& event, Finding& finding) {
    finding.kind = FindingKind::crash;
    finding.message = fmt::format("A thread needs more than {} KiB of local memory, all that the "
                                  "emulator gives it.",
                                  event.values[0] / 1024);
    finding.hint = "Look for a large array inside the kernel, or a recursion without end.";
}

void explain_interrupted(const EventContext& context, Finding& finding) {
    finding.kind = FindingKind::timeout;
    finding.message =
        fmt::format("The kernel was still running after {} s.", context.lab.time_limit_seconds);
    finding.hint = "Look for a loop whose end is never reached.";
}

} // namespace kit

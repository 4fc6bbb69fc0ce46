// Each kind of event in words: fills the finding's kind, message and hint, and what else it says.
// An event that turns out to be nothing to report leaves the message empty.
#pragma once

#include "checker/emulator/events/event_context.hpp"
#include "checker/emulator/wire.hpp"

#include <string>

namespace kit {

// explain_accesses.cpp
void explain_out_of_bounds(const wire::Event& event, const EventContext& context, Finding& finding);
void explain_row_overrun(const wire::Event& event, const EventContext& context, Finding& finding);
void explain_wild_access(const wire::Event& event, Finding& finding);
void explain_misaligned(const wire::Event& event, Finding& finding);
void explain_write_to_constant(Finding& finding);
void explain_race(const wire::Event& event, const EventContext& context, Finding& finding);
void explain_uninitialized(const wire::Event& event, const EventContext& context, Finding& finding);

// explain_barriers.cpp
void explain_stuck(const wire::Event& event, Finding& finding);
void explain_different_barriers(const wire::Event& event, Finding& finding);
void explain_exit(const wire::Event& event, const EventContext& context, Finding& finding);

// explain_launches.cpp
void explain_launch(const wire::Event& event, Finding& finding);

// explain_ends.cpp
void explain_crash(const wire::Event& event, const EventContext& context, Finding& finding);
void explain_misuse(const wire::Event& event, Finding& finding);
void explain_assert(const wire::Event& event, Finding& finding);
void explain_stack_overflow(const wire::Event& event, Finding& finding);
void explain_interrupted(const EventContext& context, Finding& finding);

/// The text that came with the event.
std::string text_of(const wire::Event& event);

} // namespace kit

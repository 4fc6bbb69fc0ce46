// Explains what the runtime recorded: each event becomes a finding in the course's words.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/source_lines.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

/// What the events of a run are explained with.
struct EventContext {
    const Lab& lab;
    const Artifact& artifact;
    const Extents& extents;
    const SubmissionFile& submission;
    const SourceLines& lines;
    std::string errors;    ///< what the program printed to standard error
    bool by_flags = false; ///< LaunchShape's
};

/// A finding for each event of the reply, in the order they were recorded. The reply is not
/// trusted: unknown kinds and numbers out of range are skipped.
std::vector<Finding> findings_from_events(const runtime::Reply& reply, const EventContext& context);

/// Whether a run with one worker may show that no error is left: stores race in global memory, and else there are
/// only races of equal stores and reads of what was not written.
[[nodiscard]] bool needs_comparison(const runtime::Reply& reply);

// Each kind of event: fills the finding's kind, message and hint, and other parts that it knows. An
// event that need not be reported leaves the message empty.

// explain_accesses.cpp
void explain_out_of_bounds(const runtime::Event& event, const EventContext& context,
                           Finding& finding);
void explain_row_overrun(const runtime::Event& event, const EventContext& context,
                         Finding& finding);
void explain_wild_access(const runtime::Event& event, const EventContext& context,
                         Finding& finding);
void explain_misaligned(const runtime::Event& event, const EventContext& context, Finding& finding);
void explain_write_to_constant(Finding& finding);
void explain_uninitialized(const runtime::Event& event, const EventContext& context,
                           Finding& finding);

// explain_races.cpp
void explain_deadlock(const runtime::Event& event, const EventContext& context, Finding& finding);
/// How the hint begins where the threads of a race on the output are not two, but many.
inline constexpr std::string_view written_by_many = "Each cell is written by many threads";
/// After the finding's lines are known.
void explain_race(const runtime::Event& event, const EventContext& context, Finding& finding);

// explain_execution.cpp
void explain_launch(const runtime::Event& event, Finding& finding);
void explain_stuck(const runtime::Event& event, Finding& finding);
void explain_different_barriers(const runtime::Event& event, Finding& finding);
void explain_exit(const runtime::Event& event, Finding& finding);
void explain_skipped_barrier(const runtime::Event& event, Finding& finding);
void explain_crash(const runtime::Event& event, const EventContext& context, Finding& finding);
void explain_misuse(const runtime::Event& event, Finding& finding);
void explain_assert(const runtime::Event& event, Finding& finding);
void explain_stack_overflow(const runtime::Event& event, Finding& finding);
void explain_interrupted(const EventContext& context, Finding& finding);

/// The text that came with the event.
std::string text_of(const runtime::Event& event);

} // namespace kit

// What the runtime recorded, said in the course's words.
#pragma once

#include "checker/build/submission_file.hpp"
#include "checker/emulator/source_lines.hpp"
#include "checker/emulator/wire.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <string>
#include <vector>

namespace kit {

/// What events are explained with.
struct EventContext {
    const Lab& lab;
    const Artifact& artifact;
    const Extents& extents;
    const SubmissionFile& submission;
    const SourceLines& lines;
    std::string errors; ///< what the program printed to standard error
};

/// A finding for each event of the reply, in the order they were recorded. The reply is not
/// trusted: unknown kinds and numbers out of range are passed over.
std::vector<Finding> findings_from_events(const wire::Reply& reply, const EventContext& context);

} // namespace kit

// What events of a run are explained with.
#pragma once

#include "checker/build/submission_file.hpp"
#include "checker/emulator/events/source_lines.hpp"
#include "checker/model/artifact.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"

#include <string>

namespace kit {

struct EventContext {
    const Lab& lab;
    const Artifact& artifact;
    const Extents& extents;
    const SubmissionFile& submission;
    const SourceLines& lines;
    std::string errors; ///< what the program printed to standard error
};

} // namespace kit

// What the first finding's hint gains from a second look: at the threads of a recorded launch, at the submission's
// text, and at which grids fail.
#pragma once

#include "checker/check/chosen_cases.hpp"
#include "checker/compile/submission_file.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

struct HintSources {
    const Lab& lab;
    const SubmissionFile& submission;
    const EmulatedProgram* program; ///< null: it was not built
    std::vector<Case> grids;        ///< those of the check
    std::uint64_t seed;             ///< of the check's inputs
};

/// Changes hints of the verdict's findings, nothing else. What cannot be looked at again keeps its hint.
void sharpen_hints(Verdict& verdict, const HintSources& sources);

} // namespace kit

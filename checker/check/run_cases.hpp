// The emulator's part of a check: its cases one after the other, until one tells enough.
#pragma once

#include "checker/check/check_submission.hpp"
#include "checker/check/chosen_cases.hpp"
#include "checker/emulator/host/run.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/verdict.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kit {

/// What a check has seen so far.
struct SeenCases {
    std::vector<CaseResult> cases;
    std::vector<Finding> findings;        ///< those of the build, too
    std::optional<Case> first_failed;     ///< the first with an error, also of a missing technique
    std::optional<TrafficResult> traffic; ///< of the counted case
    std::optional<Note> order_note;       ///< of a barrier or a flag that is not needed
    std::string printed;                  ///< by the first case that printed anything
    std::vector<std::string> not_done;    ///< cases left out, each with its reason
};

struct EmulatedCheck {
    const CheckRequest& request;
    const SubmissionFile& submission;
    const std::vector<Lab>& variants; ///< as the cases name them
    const EmulatedProgram& program;
    StatusLine& status;
    /// Called whenever an error is known, with the cases and the one that failed, if it is one of them.
    std::function<void(const std::vector<Case>& cases, const std::optional<Case>& failed)> on_error;
};

/// Runs the cases, then grids that are chosen by the launch, and adds what they show. Throws as run_case() does.
void run_cases(const EmulatedCheck& check, const std::vector<Case>& cases, SeenCases& seen);

} // namespace kit

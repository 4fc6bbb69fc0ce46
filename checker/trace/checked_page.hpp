// The page on which a reader steps through what a check has found.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <string>

namespace kit {

struct CheckedPage {
    std::string html; ///< the whole file; empty if no launch can show the finding
    /// "It shows race-shared on 3³, at thread (2,2,2) of block (0,0,0).", or why there is none.
    std::string words;
};

/// Runs the checked kernel once more, in the emulator, on the smallest of the check's grids that shows its first
/// finding, and records a block of it. Of a kernel without findings, the smallest grid. Throws as run_case() does.
[[nodiscard]] CheckedPage checked_page(const Lab& lab, const SubmissionFile& submission,
                                       const CheckResult& result);

} // namespace kit

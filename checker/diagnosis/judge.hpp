// The verdict on what was observed: cases are judged, and what they show becomes one finding for each
// mistake: the same mistake on several grids is merged, and what another mistake may have caused is put
// under that one.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/verdict.hpp"
#include "checker/reference/draw.hpp"

#include <vector>

namespace kit {

struct JudgedCase {
    CaseResult result;
    std::vector<Finding> findings; ///< the observation's and the diagnoses', each with its case
};

/// Compares and diagnoses one case. It has passed if the kernel ran to its end, every cell is right and
/// no finding is an error. A case that did not run to its end, without a finding that says why, is an
/// error of the kit, not of the submission.
///
/// Throws KitError when a completed observation's arrays do not fit the case, or if CUDA allows no such launch.
[[nodiscard]] JudgedCase judge_case(const Lab& lab, const CaseData& data,
                                    const Observation& observation);

/// Joins each finding with the first earlier one of the same kind, severity, lines and array; for
/// wrong_output the kind alone decides. Counts are added and cases joined in order; message, detail,
/// place and hint stay those of the earlier one. So a message must name its case if it is true of that
/// case only. The order of findings stays.
///
/// wrong_output keeps only the explanations that hold on every case. Its message, place and picture come
/// from the first case whose wrong cells lie somewhere special or are many.
///
/// Findings with a cause are joined with those of the same kind and cause, and their lines too, on one
/// case or several. Other findings on the same case stay apart: the run that made both saw a
/// difference. So do findings without a case.
[[nodiscard]] std::vector<Finding> merge(std::vector<Finding> findings);

/// Sets `follows` of findings that an earlier error on the same cases may have caused: uninitialized
/// reads, races and overruns of a shared array after the first of these; a wrong output after any wrong
/// access, unless its explanation is a mistake in the formula, which no access causes. Takes merged
/// findings, in the order in which they are reported.
void mark_consequences(std::vector<Finding>& findings);

/// The verdict over all cases that ran. `findings` are those of the build and of the cases, in the order
/// they were made, not yet merged. Passed if there is a case, all cases passed and no finding is an
/// error; `error` if nothing failed but the kit could not judge every case, or had no case. A passed lab
/// scores all its points, any other none. `traffic` and `printed` are left to the caller.
[[nodiscard]] Verdict conclude(const Lab& lab, std::vector<CaseResult> cases,
                               std::vector<Finding> findings);

} // namespace kit

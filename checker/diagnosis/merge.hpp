// One mistake, one finding: the same mistake on several grids is merged, and what another mistake may
// have caused is put under that one.
#pragma once

#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

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

} // namespace kit

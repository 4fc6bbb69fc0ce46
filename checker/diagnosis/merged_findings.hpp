// The same mistake, seen on several cases or at several lines, as one finding.
#pragma once

#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

[[nodiscard]] bool share_a_case(const Finding& a, const Finding& b);

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

} // namespace kit

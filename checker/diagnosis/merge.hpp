// One mistake seen on seven grids is one finding.
#pragma once

#include "checker/model/finding.hpp"

#include <vector>

namespace kit {

/// Joins each finding with the first earlier one of the same kind, severity, lines and array, of
/// wrong_output's the first of that kind: counts are added, cases joined in order; message, detail,
/// place and hint stay the earlier one's. A message must therefore name its case when it holds for
/// that case only. Otherwise order is kept.
///
/// Of wrong_output's explanations only those stay that hold on every case; its message, place and
/// picture come from the first case that tells something: whose wrong cells lie somewhere special or
/// are many.
///
/// Findings with a cause are joined with those of the same kind and cause, their lines too, on one
/// case as on several. Other findings that share a case stay apart, because whoever saw both on one
/// run told them apart by something else; so do findings without a case.
[[nodiscard]] std::vector<Finding> merge(std::vector<Finding> findings);

/// Whether both were seen on some case.
[[nodiscard]] bool share_a_case(const Finding& a, const Finding& b);

} // namespace kit

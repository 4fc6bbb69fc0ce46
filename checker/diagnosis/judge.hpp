// From what was observed to the verdict.
#pragma once

#include "checker/model/verdict.hpp"
#include "checker/reference/draw.hpp"

#include <vector>

namespace kit {

struct JudgedCase {
    CaseResult result;
    std::vector<Finding> findings; ///< the observation's and the diagnoses', each with its case
};

/// Compares and diagnoses one case. It passed when the kernel ran to its end, every cell is right
/// and no finding is an error. A case that did not run to its end without any finding to say why is
/// an error of the kit's, not of the submission's.
///
/// Throws KitError when a completed observation's arrays do not fit the case.
[[nodiscard]] JudgedCase judge_case(const Lab& lab, const CaseData& data,
                                    const Observation& observation);

/// The verdict over all cases that were run; `findings` are those of the build and of the cases, in
/// the order seen, not yet merged. Passed when there is a case, all passed and no finding is an
/// error; `error` when nothing failed but the kit could not judge everything, or anything at all.
/// A passed lab scores all its points, any other none. Leaves `traffic` and `printed` to the
/// caller.
[[nodiscard]] Verdict conclude(const Lab& lab, std::vector<CaseResult> cases,
                               std::vector<Finding> findings);

} // namespace kit

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
/// error of the kit, not of the submission. `explains`: Evidence::explains; the verdict is the same either way.
///
/// Throws KitError when a completed observation's arrays do not fit the case, or if CUDA allows no such launch.
[[nodiscard]] JudgedCase judge_case(const Lab& lab, const CaseData& data,
                                    const Observation& observation, bool explains = true);

/// The verdict over all cases that ran. `findings` are those of the build and of the cases, in the order
/// they were made, not yet merged. Passed if there is a case, all cases passed and no finding is an
/// error; `error` if nothing failed but the kit could not judge every case, or had no case. A passed lab
/// scores all its points, any other none. `traffic` and `printed` are left to the caller.
[[nodiscard]] Verdict conclude(const Lab& lab, std::vector<CaseResult> cases,
                               std::vector<Finding> findings);

} // namespace kit

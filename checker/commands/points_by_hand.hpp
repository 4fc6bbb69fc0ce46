// The options --set, --set-from and --why of ./lab grade: points that the instructor decides.
#pragma once

#include "checker/grading/run/grade_class.hpp"

#include <string>
#include <vector>

namespace kit {

struct PointsByHand {
    std::vector<std::string> set; ///< student, lab, points; empty: nothing
    std::string why;
    std::string file; ///< a table with these columns and `why`; empty: none
};

/// Throws UsageError if the roster has nobody of this id.
void need_student(const std::vector<RosterEntry>& roster, const std::string& id);

/// What the instructor has decided so far, and by these options now, which is then kept. Where one of them names no
/// student or lab of the class, or has no reason, none of them is kept, and a UsageError says which it is. Warns on
/// standard error.
[[nodiscard]] std::vector<SetByHand> decisions_of(const PointsByHand& options,
                                                  const GradingRequest& request,
                                                  const std::vector<Lab>& catalog,
                                                  const ResultFolder& results);

} // namespace kit

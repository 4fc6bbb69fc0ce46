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

/// What the instructor has decided, with what the options add, which is then kept: all of it or, where a part of it names
/// nobody or nothing or gives no reason, nothing, with a UsageError that says which. Says what is odd on standard error.
[[nodiscard]] std::vector<SetByHand> decisions_of(const PointsByHand& options,
                                                  const GradingRequest& request,
                                                  const std::vector<Lab>& catalog,
                                                  const ResultFolder& results);

} // namespace kit

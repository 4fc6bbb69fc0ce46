// What explorations and comparisons show of the kernels that ran.
#pragma once

#include "analytics/report/table.hpp"
#include "checker/exploration/explore.hpp"

#include <string>
#include <vector>

namespace kit {

/// A kernel's run under the words that tell it from the others.
struct NamedRun {
    std::vector<analytics::Cell> names; ///< one for each column of names
    Explored run;
};

/// A row for each run, columns `names` first. Figures are counted; OP/B stands beside what the lab's
/// family predicts where there is one, and time where some run has it. Notes below say what went
/// wrong.
[[nodiscard]] analytics::Table explored_table(const std::string& title,
                                              const std::vector<analytics::Column>& names,
                                              const std::vector<NamedRun>& runs);

/// A column for each run, headed by the first of its names, and a row for each figure.
[[nodiscard]] analytics::Table compared_table(const std::string& title,
                                              const std::vector<NamedRun>& runs);

} // namespace kit

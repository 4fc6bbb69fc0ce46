// Writes the leaderboard of a class, with what it takes: pseudonyms, and the counters of the reference solutions.
#pragma once

#include "checker/grading/model/graded_class.hpp"
#include "checker/grading/rules/grading_rules.hpp"
#include "checker/grading/run/check_tasks.hpp"
#include "checker/grading/store/result_folder.hpp"
#include "checker/model/lab.hpp"

#include <vector>

namespace kit {

/// Gives each student who is on the leaderboard a pseudonym, where the rules ask for them. Throws KitError as
/// ResultFolder::pseudonyms() does.
void add_pseudonyms(GradedClass& graded, const GradingRules& rules, const ResultFolder& results);

/// Writes leaderboard.html into the results folder. Checks the solutions of those labs that need it, each once: their
/// results are kept like those of submissions. A solution that cannot be checked is left out. Throws KitError if the
/// file cannot be written.
void write_leaderboard(const GradedClass& graded, const std::vector<Lab>& labs,
                       const CheckSettings& settings, const ResultFolder& results);

} // namespace kit

// Hints about races that the submission's text shows to be something else than a barrier that is missing.
#pragma once

#include "checker/compile/submission_file.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <vector>

namespace kit {

/// Whether both accesses of the race write.
[[nodiscard]] bool is_written_twice(const Finding& race);

/// Indices that are exchanged or leave a thread's number out, rows that overlap, one variable or element for all
/// threads, threads along an axis that do all the same, a barrier that orders a line before the loop, too. `is_plain`:
/// its hint is that of its kind.
void speak_of_race(const Lab& lab, const SubmissionFile& submission,
                   const std::vector<CaseResult>& cases, Finding& race, bool is_plain);

/// Threads or blocks along y or z that the file tells apart by nothing: they all do the same.
void speak_of_unused_axis(const SubmissionFile& submission, const std::vector<CaseResult>& cases,
                          Finding& race);

/// For each race on a variable that the file declares static inside a function.
void name_static_variables(const SubmissionFile& submission, std::vector<Finding>& findings);

} // namespace kit

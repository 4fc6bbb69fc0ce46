// How far a student has come: what the progress file holds, as values, and what one check changes in
// them.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct NotedLine {
    int line = 0; ///< from 1
    std::string text;

    friend bool operator==(const NotedLine&, const NotedLine&) = default;
};

/// What hints need of a finding.
struct NotedFinding {
    std::string kind;        ///< as in the JSON: "race-shared"
    std::string explanation; ///< which cause of that kind was recognized; empty: none
    std::string message;
    std::string hint;
    std::vector<NotedLine> lines; ///< of the student's file, where known
    int hints_seen = 0;           ///< levels shown since this mistake came up

    friend bool operator==(const NotedFinding&, const NotedFinding&) = default;
};

struct LabProgress {
    std::string passed_at; ///< UTC, "2026-11-21T15:26:36Z", when it passed first; empty: not yet
    int points = 0;        ///< of a passed lab
    int checks = 0;
    int hints_seen = 0;                  ///< levels of the lab's own hints that were shown
    std::string passed_fingerprint;      ///< of the file that passed last
    std::optional<NotedFinding> finding; ///< the last check's first

    [[nodiscard]] bool passed() const { return !passed_at.empty(); }

    friend bool operator==(const LabProgress&, const LabProgress&) = default;
};

/// By the lab's id.
using CourseProgress = std::map<std::string, LabProgress>;

/// The lab's, or that of a lab never checked.
[[nodiscard]] LabProgress progress_of(const CourseProgress& course, const std::string& lab);

/// The first lab not yet passed; null when all are.
[[nodiscard]] const Lab* first_unpassed(const std::vector<Lab>& labs, const CourseProgress& course);

/// The first lab after `lab` that is not passed, from the first again behind the last; without one
/// the next in order, and `lab` itself where it is the only one.
[[nodiscard]] const Lab& next_lab(const std::vector<Lab>& labs, const CourseProgress& course,
                                  const Lab& lab);

/// The finding to speak of: the first error, else the first warning; null where there is none.
[[nodiscard]] const Finding* first_finding(const std::vector<Finding>& findings);

/// What hints need of it. Texts are made printable.
[[nodiscard]] NotedFinding noted(const Finding& finding);

/// Enters a check of the lab's own file that ended at `now`. A check of fewer grids than the lab has
/// (`all_grids` false) passes nothing and, where it finds nothing, leaves the last finding. The same
/// mistake again keeps the level of its hints.
void enter_check(LabProgress& lab, const CheckResult& result, bool all_grids, std::string now);

/// This moment as LabProgress::passed_at has it.
[[nodiscard]] std::string utc_now();

} // namespace kit

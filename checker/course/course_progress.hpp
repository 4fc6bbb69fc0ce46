// A student's progress: the values in the progress file, how a check changes them, and the line that
// sums them up.
#pragma once

#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/style.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct NotedLine {
    int line = 0; ///< from 1
    std::string text;
    int column = 0; ///< from 1; 0 if unknown

    friend bool operator==(const NotedLine&, const NotedLine&) = default;
};

/// The parts of a finding that hints need.
struct NotedFinding {
    std::string kind;        ///< as in the JSON: "race-shared"
    std::string explanation; ///< id of the recognized cause; may be empty
    std::string message;
    std::string hint;
    std::vector<NotedLine> lines; ///< of the student's file
    int hints_seen = 0;           ///< levels shown since this mistake appeared

    friend bool operator==(const NotedFinding&, const NotedFinding&) = default;
};

struct LabProgress {
    std::string passed_at; ///< first pass, UTC: "2026-11-21T15:26:36Z"; or empty
    int points = 0;        ///< of a passed lab
    int checks = 0;
    int hints_seen = 0;                    ///< levels shown of the lab's own hints
    std::string passed_fingerprint;        ///< of the file that passed last
    std::string checked_fingerprint;       ///< of the file that was checked last
    std::optional<NotedFinding> finding;   ///< the first finding of the last check
    TriedParts parts = {};                 ///< of the last check, where it failed
    std::vector<std::string> puzzles = {}; ///< ids of those solved

    [[nodiscard]] bool passed() const { return !passed_at.empty(); }

    friend bool operator==(const LabProgress&, const LabProgress&) = default;
};

/// By the lab's id.
using CourseProgress = std::map<std::string, LabProgress>;

/// The lab's progress; empty if it was never checked.
[[nodiscard]] LabProgress progress_of(const CourseProgress& course, const std::string& lab);

/// The first lab not yet passed; null if all are.
[[nodiscard]] const Lab* first_unpassed(const std::vector<Lab>& labs, const CourseProgress& course);

/// The first lab after `lab` that is not passed, continuing at the beginning after the last lab. If all
/// are passed, the next in order.
[[nodiscard]] const Lab& next_lab(const std::vector<Lab>& labs, const CourseProgress& course,
                                  const Lab& lab);

/// The parts of the finding that hints need. Texts become printable.
[[nodiscard]] NotedFinding noted(const Finding& finding);

/// Notes a check of the lab's own file that ended at `now`. A check of only some grids (`all_grids` false)
/// cannot pass the lab, and if it finds nothing, the last finding stays. The same mistake again keeps
/// its hint level.
void enter_check(LabProgress& lab, const CheckResult& result, bool all_grids, std::string now);

/// The current time in the format of LabProgress::passed_at.
[[nodiscard]] std::string utc_now();

struct CourseTotal {
    int labs = 0;
    int passed = 0;
    int points = 0; ///< of the passed labs
    int most_points = 0;
};

[[nodiscard]] CourseTotal total_of(const std::vector<Lab>& labs, const CourseProgress& course);

/// "██████░░░░" with `columns` columns, filled in proportion to the points.
[[nodiscard]] std::string course_bar(const CourseTotal& total, int columns, const TextStyle& style);

/// "3 of 15 labs, 30 of 290 points".
[[nodiscard]] std::string course_sentence(const CourseTotal& total);

/// Whole lines: the bar, at most `widest_bar` columns, and the sentence beside it, or below it where both
/// do not fit into `columns`.
[[nodiscard]] std::string course_line(const CourseTotal& total, int columns, int widest_bar,
                                      const TextStyle& style);

/// "✓" for a passed lab, "…" for a checked one, else a space.
[[nodiscard]] std::string lab_mark(const LabProgress& lab, const TextStyle& style);

} // namespace kit

// Chooses and prints hints, level by level: on the last check's finding if there is one, else on the
// lab. No text of a hint is here: the first level comes with the finding, finding_words.cpp has the
// others, and a lab's own are in its lab.toml.
#pragma once

#include "checker/course/course_progress.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/report/style.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Hint {
    int level = 1;  ///< from 1
    int levels = 3; ///< their number
    bool of_finding = false;
    std::string about; ///< the finding's message; empty for the lab's own hints
    std::string text;
    std::vector<NotedLine> lines; ///< of the finding, at the last level
};

/// The number of levels: three for a finding (where to look, the principle, what to do), for a lab as
/// many as its lab.toml has hints.
[[nodiscard]] int hint_levels(const Lab& lab, const LabProgress& progress);

/// One more than the last level shown, but at most the last.
[[nodiscard]] int next_level(const Lab& lab, const LabProgress& progress);

/// The hint of a level, which is moved into range.
[[nodiscard]] Hint hint_at(const Lab& lab, const LabProgress& progress, int level);

/// Notes that levels up to this one were shown.
void enter_hint(const Hint& hint, LabProgress& progress);

/// Whole lines: "Lab 05-… · hint 2 of 3", the finding if `with_subject`, the hint, and its source
/// lines.
[[nodiscard]] std::string hint_text(const Lab& lab, const Hint& hint, bool with_subject,
                                    const TextStyle& style);

/// "hint 2 of 3".
[[nodiscard]] std::string hint_number(const Hint& hint);

struct FindingWords {
    std::string_view principle; ///< why it is wrong, in the course's words; one to three sentences
    std::string_view remedy;    ///< what to do
};

/// The words for a kind or, better, for a recognized cause such as "block-count-short". An empty or
/// unknown explanation gets the kind's words.
[[nodiscard]] FindingWords finding_words(FindingKind kind, const std::string& explanation);

} // namespace kit

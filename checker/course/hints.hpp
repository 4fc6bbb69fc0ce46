// Chooses and prints hints, level by level: on the last check's finding if its cause is known, else on the
// lab. No text of a hint is here: the first level comes with the finding, finding_words.cpp has the
// others, and a lab's own are in its lab.toml.
#pragma once

#include "checker/course/course_progress.hpp"
#include "checker/course/handout.hpp"
#include "checker/model/finding.hpp"
#include "checker/model/lab.hpp"
#include "checker/report/style.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kit {

struct Hint {
    int level = 1;           ///< from 1
    int levels = 3;          ///< their number
    bool of_finding = false; ///< else one of the lab's own
    std::string about;       ///< the part to begin with, or the last check's finding; may be empty
    std::string text;
    std::vector<NotedLine> lines;          ///< of the finding, at the last level
    std::optional<HandoutSection> read_on; ///< where the handout says more
};

/// The number of levels: three for a finding (where to look, the principle, what to do), for a lab as
/// many as its lab.toml has hints. A wrong output whose cause was not recognized gets the lab's hints:
/// words that fit any wrong output help nobody.
[[nodiscard]] int hint_levels(const Lab& lab, const LabProgress& progress);

/// One more than the last level shown, but at most the last.
[[nodiscard]] int next_level(const Lab& lab, const LabProgress& progress);

/// The hint of a level, which is moved into range.
[[nodiscard]] Hint hint_at(const Lab& lab, const LabProgress& progress, int level);

/// Notes that levels up to this one were shown.
void enter_hint(const Hint& hint, LabProgress& progress);

/// What the hint is about, printed between its heading and its text.
struct HintSubject {
    bool shown = true;  ///< the finding and the remark
    std::string remark; ///< what to know of the last check; may be empty
};

/// Whole lines: "Lab 05-… · hint 2 of 3", its subject, the hint, and its source lines.
[[nodiscard]] std::string hint_text(const Lab& lab, const Hint& hint, const HintSubject& subject,
                                    const TextStyle& style);

/// "Read on: handouts/04-basic-sweep.md:125, "What goes wrong"."
[[nodiscard]] std::string read_on_sentence(const HandoutSection& section);

/// What to know before a hint is followed: that the file, with this text, has changed since the last check,
/// or that there was no check. Empty if the last check was of this text. `file`: its shown path.
[[nodiscard]] std::string remark_on_check(const Lab& lab, const LabProgress& progress,
                                          const std::string& file, std::string_view text);

/// The hint's lines, as a listing takes them.
[[nodiscard]] std::vector<SourceLine> source_lines(const Hint& hint);

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

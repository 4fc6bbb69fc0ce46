#include "checker/course/hints.hpp"

#include "checker/base/fingerprint.hpp"
#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/source_listing.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kit {

namespace {

constexpr int levels_of_finding = 3;

/// The finding's own hint, or else its line.
std::string where_to_look(const NotedFinding& finding) {
    if (!finding.hint.empty()) {
        return finding.hint;
    }
    if (!finding.lines.empty()) {
        return fmt::format("Look at line {} of your kernel.", finding.lines.front().line);
    }
    return "Read the finding again: it names the grid, and the cell or thread.";
}

/// A kind from a newer kit gets the words for a wrong output, which fit any mistake.
FindingWords words_for(const NotedFinding& finding) {
    return finding_words(kind_named(finding.kind).value_or(FindingKind::wrong_output),
                         finding.explanation);
}

/// The last check's finding, if there is more to say of it than of any wrong output.
const NotedFinding* known_mistake(const Lab& lab, const LabProgress& progress) {
    if (!progress.finding) {
        return nullptr;
    }
    const auto kind = kind_named(progress.finding->kind);
    const auto& lines = progress.finding->lines;
    if (kind && progress.parts.say_more_than(*kind, lines.empty() ? 0 : lines.front().line)) {
        return nullptr;
    }
    const auto causes = explanation_ids();
    const bool has_cause = std::ranges::find(causes, progress.finding->explanation) != causes.end();
    const bool is_known = kind && (*kind != FindingKind::wrong_output || has_cause);
    return is_known || lab.hints.empty() ? &*progress.finding : nullptr;
}

/// The finding that hints are on: of the first wrong part, where its trial showed something else than the whole kernel.
NotedFinding finding_of_first_part(const NotedFinding& of_whole, const TriedParts& parts) {
    const TriedPart* const wrong = parts.first(TriedPart::State::wrong);
    if (wrong == nullptr || !wrong->shows || name(*wrong->shows) == of_whole.kind) {
        return of_whole;
    }
    NotedFinding finding;
    finding.kind = name(*wrong->shows);
    finding.hint =
        fmt::format("Change nothing but part {}, until a check calls it right: what else "
                    "is found may come from it.",
                    wrong->number);
    return finding;
}

/// Where the lab's own hints continue: the first is about the idea, the others about the code.
std::optional<HandoutSection> section_for(const Lab& lab, int level) {
    return level == 1 ? handout_section(lab.handout, {"The idea"})
                      : handout_section(lab.handout, {"The skeleton", "The way to the solution"});
}

} // namespace

int hint_levels(const Lab& lab, const LabProgress& progress) {
    return known_mistake(lab, progress) != nullptr
               ? levels_of_finding
               : std::max(static_cast<int>(lab.hints.size()), 1);
}

int next_level(const Lab& lab, const LabProgress& progress) {
    const NotedFinding* const finding = known_mistake(lab, progress);
    const int seen = finding != nullptr ? finding->hints_seen : progress.hints_seen;
    return std::min(seen + 1, hint_levels(lab, progress));
}

Hint hint_at(const Lab& lab, const LabProgress& progress, int level) {
    Hint hint;
    hint.levels = hint_levels(lab, progress);
    hint.level = std::clamp(level, 1, hint.levels);
    hint.about = !progress.parts.parts.empty() ? parts_sentence(progress.parts)
                 : progress.finding            ? progress.finding->message
                                               : "";
    const NotedFinding* const known = known_mistake(lab, progress);
    if (known == nullptr) {
        hint.read_on = section_for(lab, hint.level);
        hint.text = lab.hints.empty() ? "This lab has no hints; its handout explains the idea."
                                      : lab.hints[hint.level - 1];
        return hint;
    }
    const NotedFinding finding = finding_of_first_part(*known, progress.parts);
    const FindingWords words = words_for(finding);
    hint.of_finding = true;
    hint.read_on = handout_section(lab.handout, {"What goes wrong"});
    switch (hint.level) {
    case 1: hint.text = where_to_look(finding); break;
    case 2: hint.text = words.principle; break;
    default:
        hint.text = words.remedy;
        hint.lines = finding.lines;
        break;
    }
    return hint;
}

void enter_hint(const Hint& hint, LabProgress& progress) {
    int& seen =
        hint.of_finding && progress.finding ? progress.finding->hints_seen : progress.hints_seen;
    seen = std::max(seen, hint.level);
}

std::string hint_number(const Hint& hint) {
    return fmt::format("hint {} of {}", hint.level, hint.levels);
}

std::string read_on_sentence(const HandoutSection& section) {
    return fmt::format("Read on: {}:{}, \"{}\".", section.page.string(), section.line,
                       section.title);
}

std::string remark_on_check(const Lab& lab, const LabProgress& progress, const std::string& file,
                            std::string_view text) {
    if (progress.checks == 0) {
        return fmt::format("Not checked yet. ./lab check {} says what is wrong.", lab.number);
    }
    if (progress.checked_fingerprint.empty() ||
        progress.checked_fingerprint == fingerprint_of(text)) {
        return "";
    }
    return fmt::format("{} has changed since the last check. Check it again: ./lab check {}.", file,
                       lab.number);
}

std::string hint_text(const Lab& lab, const Hint& hint, const HintSubject& subject,
                      const TextStyle& style) {
    const TextStyle wide{style.colour, std::max(style.width, 40)};
    std::string text =
        paint(style, Tone::heading, fmt::format("Lab {} · {}", lab.id, hint_number(hint))) + "\n";
    if (subject.shown && !hint.about.empty()) {
        text += paragraph(wide, Tone::faint, "Last check: " + printable(hint.about));
    }
    if (subject.shown && !subject.remark.empty()) {
        text += paragraph(wide, Tone::doubtful, printable(subject.remark));
    }
    text += "\n" + paragraph(wide, Tone::good, printable(hint.text), "  ");
    const std::vector<SourceLine> lines = source_lines(hint);
    const ListingLayout layout = layout_of(lines, wide);
    for (const SourceLine& line : lines) {
        text += listed_line(line, layout, wide);
    }
    return text;
}

std::vector<SourceLine> source_lines(const Hint& hint) {
    std::vector<SourceLine> lines;
    for (const NotedLine& line : hint.lines) {
        if (!line.text.empty()) {
            lines.push_back({"", line.line, line.column, line.text});
        }
    }
    return lines;
}

} // namespace kit

#include "checker/course/hints.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/utf8.hpp"

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

int seen(const LabProgress& progress) {
    return progress.finding ? progress.finding->hints_seen : progress.hints_seen;
}

} // namespace

int hint_levels(const Lab& lab, const LabProgress& progress) {
    return progress.finding ? levels_of_finding : std::max(static_cast<int>(lab.hints.size()), 1);
}

int next_level(const Lab& lab, const LabProgress& progress) {
    return std::min(seen(progress) + 1, hint_levels(lab, progress));
}

Hint hint_at(const Lab& lab, const LabProgress& progress, int level) {
    Hint hint;
    hint.levels = hint_levels(lab, progress);
    hint.level = std::clamp(level, 1, hint.levels);
    if (!progress.finding) {
        hint.text = lab.hints.empty() ? "This lab has no hints; its handout explains the idea."
                                      : lab.hints[static_cast<std::size_t>(hint.level - 1)];
        return hint;
    }
    const NotedFinding& finding = *progress.finding;
    const FindingWords words = words_for(finding);
    hint.of_finding = true;
    hint.about = finding.message;
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
    int& seen = progress.finding ? progress.finding->hints_seen : progress.hints_seen;
    seen = std::max(seen, hint.level);
}

std::string hint_number(const Hint& hint) {
    return fmt::format("hint {} of {}", hint.level, hint.levels);
}

std::string hint_text(const Lab& lab, const Hint& hint, bool with_subject, const TextStyle& style) {
    const int width = std::max(style.width, 40);
    std::string text =
        paint(style, Tone::heading, fmt::format("Lab {} · {}", lab.id, hint_number(hint))) + "\n";
    if (with_subject && hint.of_finding) {
        for (const std::string& line : wrap("On the last check: " + printable(hint.about), width)) {
            text += paint(style, Tone::faint, line) + "\n";
        }
    }
    text += "\n";
    for (const std::string& line : wrap(printable(hint.text), width - 2)) {
        text += "  " + paint(style, Tone::good, line) + "\n";
    }
    for (const NotedLine& line : hint.lines) {
        text += paint(style, Tone::faint, fmt::format("  {:>4} │ ", line.line)) +
                cut(printable(line.text), width - 9) + "\n";
    }
    return text;
}

} // namespace kit

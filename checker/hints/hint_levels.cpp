#include "checker/hints/hint_levels.hpp"

#include "checker/hints/finding_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace kit {

namespace {

constexpr int levels_of_finding = 3;

/// The finding's own hint, or the place where there is none.
std::string where_to_look(const NotedFinding& finding) {
    if (!finding.hint.empty()) {
        return finding.hint;
    }
    if (!finding.lines.empty()) {
        return fmt::format("Look at line {} of your kernel.", finding.lines.front().line);
    }
    return "Read the finding once more: it says on which grid, and which cell or thread it was.";
}

/// A kind that only a newer kit knows has the words of a wrong output, which hold for any.
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
        hint.text = lab.hints.empty() ? "The lab has no hints; its handout explains the idea."
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

} // namespace kit

#include "checker/progress/course_progress.hpp"

#include "checker/report/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>

namespace kit {

namespace {

/// Lines beyond these tell a hint nothing more.
constexpr std::size_t most_lines = 6;
/// A compiler's message has no end.
constexpr std::size_t most_text = 2000;

std::string short_text(std::string_view text) {
    // Cut before it is made printable, which mends a character cut in two.
    return printable(text.substr(0, most_text));
}

} // namespace

LabProgress progress_of(const CourseProgress& course, const std::string& lab) {
    const auto found = course.find(lab);
    return found == course.end() ? LabProgress{} : found->second;
}

const Lab* first_unpassed(const std::vector<Lab>& labs, const CourseProgress& course) {
    const auto found = std::find_if(labs.begin(), labs.end(), [&](const Lab& lab) {
        return !progress_of(course, lab.id).passed();
    });
    return found == labs.end() ? nullptr : &*found;
}

const Lab& next_lab(const std::vector<Lab>& labs, const CourseProgress& course, const Lab& lab) {
    const auto here = std::find_if(labs.begin(), labs.end(),
                                   [&](const Lab& other) { return other.id == lab.id; });
    const auto at = static_cast<std::size_t>(here - labs.begin());
    for (std::size_t step = 1; step < labs.size(); ++step) {
        const Lab& candidate = labs[(at + step) % labs.size()];
        if (!progress_of(course, candidate.id).passed()) {
            return candidate;
        }
    }
    return labs[(at + 1) % labs.size()];
}

const Finding* first_finding(const std::vector<Finding>& findings) {
    const auto error = std::find_if(findings.begin(), findings.end(), [](const Finding& one) {
        return one.severity == Severity::error;
    });
    if (error != findings.end()) {
        return &*error;
    }
    return findings.empty() ? nullptr : &findings.front();
}

NotedFinding noted(const Finding& finding) {
    NotedFinding note;
    note.kind = std::string(name(finding.kind));
    note.message = short_text(finding.message);
    note.hint = short_text(finding.hint);
    if (!finding.explanations.empty()) {
        note.explanation = finding.explanations.front().id;
    }
    for (const SourceLine& line : finding.lines) {
        if (line.line > 0 && note.lines.size() < most_lines) {
            note.lines.push_back({line.line, short_text(line.text)});
        }
    }
    return note;
}

void enter_check(LabProgress& lab, const CheckResult& result, bool all_grids, std::string now) {
    ++lab.checks;
    const Verdict& verdict = result.verdict;
    const Finding* finding = first_finding(verdict.findings);
    if (finding != nullptr) {
        NotedFinding note = noted(*finding);
        if (lab.finding && lab.finding->kind == note.kind &&
            lab.finding->explanation == note.explanation) {
            note.hints_seen = lab.finding->hints_seen;
        }
        lab.finding = std::move(note);
    } else if (all_grids) {
        lab.finding.reset();
    }
    if (verdict.outcome == Outcome::passed && all_grids) {
        if (!lab.passed()) {
            lab.passed_at = std::move(now);
        }
        lab.points = verdict.score;
        lab.passed_fingerprint = result.submission_fingerprint;
    }
}

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace kit

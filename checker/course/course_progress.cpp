#include "checker/course/course_progress.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/utf8.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ctime>

namespace kit {

namespace {

/// More lines would not help a hint.
constexpr std::size_t most_lines = 6;
/// Compiler messages can be very long.
constexpr std::size_t most_text = 2000;

std::string short_text(std::string_view text) {
    // Cut first: printable() then repairs a character cut in two.
    return printable(text.substr(0, most_text));
}

} // namespace

LabProgress progress_of(const CourseProgress& course, const std::string& lab) {
    const auto found = course.find(lab);
    return found == course.end() ? LabProgress{} : found->second;
}

const Lab* first_unpassed(const std::vector<Lab>& labs, const CourseProgress& course) {
    const auto found = std::ranges::find_if(
        labs, [&](const Lab& lab) { return !progress_of(course, lab.id).passed(); });
    return found == labs.end() ? nullptr : &*found;
}

const Lab& next_lab(const std::vector<Lab>& labs, const CourseProgress& course, const Lab& lab) {
    const auto here =
        std::ranges::find_if(labs, [&](const Lab& other) { return other.id == lab.id; });
    const auto at = static_cast<std::size_t>(here - labs.begin());
    for (std::size_t step = 1; step < labs.size(); ++step) {
        const Lab& candidate = labs[(at + step) % labs.size()];
        if (!progress_of(course, candidate.id).passed()) {
            return candidate;
        }
    }
    return labs[(at + 1) % labs.size()];
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
            note.lines.push_back({line.line, short_text(line.text), line.column});
        }
    }
    return note;
}

void enter_check(LabProgress& lab, const CheckResult& result, bool all_grids, std::string now) {
    ++lab.checks;
    lab.checked_fingerprint = result.submission_fingerprint;
    lab.parts = result.parts;
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
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

CourseTotal total_of(const std::vector<Lab>& labs, const CourseProgress& course) {
    CourseTotal total;
    for (const Lab& lab : labs) {
        ++total.labs;
        total.most_points += lab.points;
        const LabProgress reached = progress_of(course, lab.id);
        if (reached.passed()) {
            ++total.passed;
            total.points += reached.points;
        }
    }
    return total;
}

std::string course_bar(const CourseTotal& total, int columns, const TextStyle& style) {
    columns = std::max(columns, 1);
    const int whole = std::max(total.most_points, 1);
    // Any point shows, and only all points fill the bar.
    int filled =
        static_cast<int>(static_cast<long long>(columns) * std::min(total.points, whole) / whole);
    filled = total.points > 0 ? std::max(filled, 1) : 0;
    return paint(style, Tone::good, repeated("█", filled)) +
           paint(style, Tone::faint, repeated("░", columns - filled));
}

std::string course_sentence(const CourseTotal& total) {
    return fmt::format("{} of {} labs, {} of {} points", total.passed, total.labs, total.points,
                       total.most_points);
}

std::string course_line(const CourseTotal& total, int columns, int widest_bar,
                        const TextStyle& style) {
    const std::string words = course_sentence(total);
    const std::string bar = course_bar(total, std::min(widest_bar, columns), style);
    return std::min(widest_bar, columns) + 2 + width_of(words) <= columns
               ? fmt::format("{}  {}\n", bar, words)
               : fmt::format("{}\n{}\n", bar, wrapped(words, columns));
}

std::string lab_mark(const LabProgress& lab, const TextStyle& style) {
    return lab.passed()     ? paint(style, Tone::good, "✓")
           : lab.checks > 0 ? paint(style, Tone::doubtful, "…")
                            : " ";
}

} // namespace kit

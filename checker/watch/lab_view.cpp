#include "checker/watch/frame.hpp"

#include "analytics/print/layout.hpp"
#include "analytics/print/numbers.hpp"
#include "analytics/print/utf8.hpp"
#include "checker/course/hints.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

using Lines = std::vector<std::string>;

/// With fewer rows, blank lines are left out.
constexpr int roomy = 18;
constexpr int least_of_finding = 4;
constexpr std::size_t shown_source_lines = 2;

void append(Lines& lines, const Lines& more) {
    lines.insert(lines.end(), more.begin(), more.end());
}

Lines wrapped(std::string_view text, const TextStyle& style, Tone tone = Tone::plain,
              const std::string& indent = "") {
    Lines lines = wrap(printable(text), style.width - width_of(indent));
    for (std::string& line : lines) {
        line = indent + paint(style, tone, line);
    }
    return lines;
}

Lines header(const State& state, const TextStyle& style) {
    const Lab& lab = state.current();
    const std::string title = fmt::format("Lab {} · {}", lab.id, printable(lab.title));
    return {paint(style, Tone::heading, cut(title, style.width)),
            paint(style, Tone::faint, cut(printable(state.file), style.width))};
}

std::size_t right_cases(const std::vector<CaseResult>& cases) {
    return static_cast<std::size_t>(
        std::count_if(cases.begin(), cases.end(),
                      [](const CaseResult& one) { return one.outcome == Outcome::passed; }));
}

std::string seconds(double value) {
    return fmt::format("in {}", duration(value));
}

std::string verdict_line(const State& state, const TextStyle& style) {
    if (state.checking && state.first_wrong) {
        const std::string where = fmt::format(
            "✗ failed on {}", describe(state.first_wrong->result.extents, state.current()));
        return paint(style, Tone::bad, where) + " · " + printable(state.step);
    }
    if (state.checking && state.last_right) {
        const std::string where =
            fmt::format("✓ right on {}", describe(*state.last_right, state.current()));
        return paint(style, Tone::good, where) + " · " + printable(state.step);
    }
    if (state.checking) {
        return paint(style, Tone::doubtful, "… ") + cut(printable(state.step), style.width - 2);
    }
    if (!state.result) {
        return paint(style, Tone::doubtful, cut("? not checked", style.width));
    }
    const CheckResult& result = *state.result;
    const Verdict& verdict = result.verdict;
    switch (verdict.outcome) {
    case Outcome::passed:
        return paint(style, Tone::good,
                     cut(fmt::format("✓ passed: {} of {} points", verdict.score, verdict.max_score),
                         style.width)) +
               " " + seconds(result.total_seconds) +
               (state.nvcc_follows ? paint(style, Tone::faint, " · nvcc is still compiling") : "");
    case Outcome::failed: {
        const std::string cases = verdict.cases.empty()
                                      ? ""
                                      : fmt::format(" · {} of {} right", right_cases(verdict.cases),
                                                    plural(verdict.cases.size(), "case"));
        return paint(style, Tone::bad, "✗ failed") + " " + seconds(result.total_seconds) + cases;
    }
    case Outcome::error: break;
    }
    return paint(style, Tone::doubtful, "? could not be judged") + " " +
           seconds(result.total_seconds);
}

/// The finding without its hint, which comes on request. If that exceeds `rows`, only the message and
/// the source line.
Lines finding_lines(const Finding& finding, const TextStyle& style, int rows) {
    Finding shown = finding;
    shown.hint.clear();
    const Lines whole = split_lines(finding_block(shown, style));
    if (static_cast<int>(whole.size()) <= rows) {
        return whole;
    }
    shown = Finding{};
    shown.kind = finding.kind;
    shown.severity = finding.severity;
    shown.message = finding.message;
    const std::size_t lines = std::min(finding.lines.size(), shown_source_lines);
    shown.lines.assign(finding.lines.begin(),
                       finding.lines.begin() + static_cast<std::ptrdiff_t>(lines));
    return split_lines(finding_block(shown, style));
}

Lines findings(const std::vector<Finding>& all, const TextStyle& style, int rows) {
    const Finding* first = first_finding(all);
    if (first == nullptr) {
        return {};
    }
    Lines lines = finding_lines(*first, style, rows - 1);
    if (all.size() > 1) {
        lines.push_back(
            paint(style, Tone::faint,
                  cut(fmt::format("and {}: d shows all", plural(all.size() - 1, "more finding")),
                      style.width)));
    }
    return lines;
}

std::string beside(const char* what, const std::string& counted, const std::string& predicted) {
    return fmt::format("  {:<11}{:>11}{}", what, counted,
                       predicted.empty()      ? ""
                       : predicted == counted ? "  as predicted"
                                              : "  predicted " + predicted);
}

std::string text_of(const std::optional<std::uint64_t>& value, std::uint64_t unit) {
    return value ? thousands(*value / unit) : "";
}

std::string text_of(const std::optional<double>& value) {
    return value ? fmt::format("{:.3f}", *value) : "";
}

Lines traffic(const Lab& lab, const TrafficResult& traffic, const TextStyle& style) {
    const std::uint64_t unit = bytes_of(lab.element);
    const Counters& counted = traffic.counted;
    const PredictedCounters& predicted = traffic.predicted;
    Lines lines{
        paint(style, Tone::faint,
              cut("Global memory on " + describe_grid(traffic.extents, lab) + ", in elements",
                  style.width)),
        beside("loads", thousands(counted.global_load_bytes / unit),
               text_of(predicted.global_load_bytes, unit)),
        beside("stores", thousands(counted.global_store_bytes / unit),
               text_of(predicted.global_store_bytes, unit)),
    };
    const TrafficIntensity ratio = counted_intensity(traffic);
    if (ratio.by_loads) {
        lines.push_back(beside("OP/B, loads", text_of(ratio.by_loads),
                               text_of(predicted_intensity(traffic).by_loads)));
    }
    for (std::size_t i = 1; i < lines.size(); ++i) {
        lines[i] = cut(lines[i], style.width);
    }
    return lines;
}

Lines congratulation(const State& state, const TextStyle& style, int rows) {
    Lines lines;
    const Lab* open = first_unpassed(state.labs, state.course);
    const Lab& next = next_lab(state.labs, state.course, state.current());
    const std::string words =
        open == nullptr
            ? fmt::format("Well done! All {} labs have passed: you have finished the course.",
                          state.labs.size())
            : fmt::format("Well done! n: next lab, {}.", next.id);
    append(lines, wrapped(words, style, Tone::good));
    if (state.result->verdict.traffic) {
        lines.emplace_back();
        append(lines, traffic(state.current(), *state.result->verdict.traffic, style));
    }
    const Lines warnings =
        findings(state.result->verdict.findings, style, rows - static_cast<int>(lines.size()) - 1);
    if (!warnings.empty()) {
        lines.emplace_back();
        append(lines, warnings);
    }
    return lines;
}

/// The previous check's finding, until this check reports something.
Lines before_this_check(const State& state, const TextStyle& style) {
    const Finding* first = state.result ? first_finding(state.result->verdict.findings) : nullptr;
    return first == nullptr ? Lines{}
                            : wrapped("Before this save: " + first->message, style, Tone::faint);
}

Lines body(const State& state, const TextStyle& style, int rows) {
    if (state.checking) {
        return state.first_wrong ? findings(state.first_wrong->findings, style, rows)
                                 : before_this_check(state, style);
    }
    if (!state.result) {
        return wrapped(state.sentence, style);
    }
    return state.passed() ? congratulation(state, style, rows)
                          : findings(state.result->verdict.findings, style, rows);
}

Lines hint_lines(const State& state, const TextStyle& style) {
    if (!state.hint) {
        return {};
    }
    Lines lines = wrapped(hint_number(*state.hint) + ": " + state.hint->text, style, Tone::good);
    for (const NotedLine& line : state.hint->lines) {
        lines.push_back(paint(style, Tone::faint, pad_left(std::to_string(line.line), 6) + " │ ") +
                        cut(printable(line.text), style.width - 9));
    }
    return lines;
}

/// Cuts the lines to `rows` and marks that there are more.
void shorten(Lines& lines, int rows, const TextStyle& style) {
    if (static_cast<int>(lines.size()) > rows) {
        lines.resize(static_cast<std::size_t>(std::max(rows, 0)));
        if (!lines.empty()) {
            lines.back() = paint(style, Tone::faint, cut("… d shows the rest", style.width));
        }
    }
}

} // namespace

std::vector<std::string> lab_view(const State& state, const TextStyle& style, int rows) {
    const bool blanks = rows >= roomy;
    Lines lines = header(state, style);
    if (blanks) {
        lines.emplace_back();
    }
    lines.push_back(verdict_line(state, style));
    if (!state.notice.empty()) {
        append(lines, wrapped(state.notice, style, Tone::doubtful));
    }
    if (blanks) {
        lines.emplace_back();
    }
    Lines hint = hint_lines(state, style);
    const int room = rows - static_cast<int>(lines.size()) - (blanks && !hint.empty() ? 1 : 0);
    const int for_finding = hint.empty() ? room
                                         : std::max(room - static_cast<int>(hint.size()),
                                                    std::min(least_of_finding, room / 2));
    Lines first = body(state, style, for_finding);
    shorten(first, for_finding, style);
    append(lines, first);
    if (blanks && !hint.empty()) {
        lines.emplace_back();
    }
    shorten(hint, rows - static_cast<int>(lines.size()), style);
    append(lines, hint);
    return lines;
}

} // namespace kit

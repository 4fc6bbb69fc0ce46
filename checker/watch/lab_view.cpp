#include "checker/watch/frame.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/course/hints.hpp"
#include "checker/course/next_step.hpp"
#include "checker/model/verdict.hpp"
#include "checker/report/source_listing.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kit {

namespace {

using Lines = std::vector<std::string>;

/// With fewer rows, blank lines are left out.
constexpr int roomy = 20;

void append(Lines& lines, const Lines& more) {
    lines.insert(lines.end(), more.begin(), more.end());
}

Lines wrapped(std::string_view text, const TextStyle& style, Tone tone = Tone::plain) {
    return split_lines(paragraph(style, tone, printable(text)));
}

Lines header(const State& state, const TextStyle& style) {
    const Lab& lab = state.current();
    const std::string title = fmt::format("Lab {} · {}", lab.id, printable(lab.title));
    Lines lines{paint(style, Tone::heading, cut(title, style.width))};
    const std::string page = lab.handout.empty() ? "" : "handout: " + lab.handout.string();
    const std::string both = printable(state.file + (page.empty() ? "" : " · " + page));
    if (width_of(both) <= style.width || page.empty()) {
        lines.push_back(paint(style, Tone::faint, cut(both, style.width)));
        return lines;
    }
    for (const std::string& file : {state.file, page}) {
        lines.push_back(paint(style, Tone::faint, cut(printable(file), style.width)));
    }
    return lines;
}

std::size_t right_cases(const std::vector<CaseResult>& cases) {
    return static_cast<std::size_t>(std::ranges::count_if(
        cases, [](const CaseResult& one) { return one.outcome == Outcome::passed; }));
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
               (state.more_follows ? paint(style, Tone::faint, " · nvcc is still compiling") : "");
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

/// The first finding without its hint, which comes on request.
Lines findings(const std::vector<Finding>& all, const TextStyle& style) {
    const Finding* first = first_finding(all);
    if (first == nullptr) {
        return {};
    }
    Finding shown = *first;
    shown.hint.clear();
    Lines lines = split_lines(finding_block(shown, style));
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

Lines congratulation(const State& state, const TextStyle& style) {
    const bool open = first_unpassed(state.labs, state.course) != nullptr;
    Lines lines = wrapped(fmt::format("Well done! {}{}",
                                      after_pass(state.labs, state.course, state.current()),
                                      open ? " n goes there." : ""),
                          style, Tone::good);
    if (state.result->verdict.traffic) {
        lines.emplace_back();
        append(lines, traffic(state.current(), *state.result->verdict.traffic, style));
    }
    const Lines warnings = findings(state.result->verdict.findings, style);
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

Lines body(const State& state, const TextStyle& style) {
    if (state.checking) {
        return state.first_wrong ? findings(state.first_wrong->findings, style)
                                 : before_this_check(state, style);
    }
    if (!state.result) {
        return wrapped(state.sentence, style);
    }
    const TriedParts& parts = state.result->parts;
    Lines lines = split_lines(part_lines(parts, style));
    const Finding* const first = first_finding(state.result->verdict.findings);
    if (first != nullptr && parts.say_more_than(first->kind, first_line(*first))) {
        return lines;
    }
    if (!lines.empty()) {
        lines.emplace_back();
    }
    append(lines, state.passed() ? congratulation(state, style)
                                 : findings(state.result->verdict.findings, style));
    return lines;
}

Lines hint_lines(const State& state, const TextStyle& style) {
    if (!state.hint) {
        return {};
    }
    const Hint& hint = *state.hint;
    Lines lines = wrapped(hint_number(hint) + ": " + hint.text, style, Tone::good);
    const std::vector<SourceLine> source = source_lines(hint);
    const ListingLayout layout = layout_of(source, style);
    for (const SourceLine& line : source) {
        append(lines, split_lines(listed_line(line, layout, style)));
    }
    if (state.result && state.result->change) {
        append(lines, wrapped(change_sentence(*state.result->change), style));
    }
    if (hint.read_on) {
        append(lines, wrapped(read_on_sentence(*hint.read_on), style));
    }
    return lines;
}

/// What to do about a wrong kernel; a right one has its congratulation.
Lines next_lines(const State& state, const TextStyle& style) {
    if (state.checking || state.passed() || !state.result) {
        return {};
    }
    const bool more = state.hint && state.hint->level < state.hint->levels;
    return wrapped(
        fmt::format("Next: correct the kernel and save it.{}", !state.hint ? " h shows a hint."
                                                               : more ? " h shows the next hint."
                                                                      : ""),
        style);
}

/// A question, what the last key did, a problem with the progress file, and how saves are seen.
Lines messages(const State& state, const TextStyle& style) {
    Lines lines;
    if (state.asks_reset) {
        append(lines, wrapped(fmt::format("Reset {} to the skeleton? A copy of yours is kept. "
                                          "y: yes, any other key: no",
                                          state.file),
                              style, Tone::doubtful));
    }
    const std::string recording = state.recording ? "Recording a block…" : "";
    const std::string looks =
        state.silent_system.empty()
            ? ""
            : fmt::format(
                  "This folder tells of no saves ({}): the file is looked at five times a second.",
                  state.silent_system);
    for (const std::string& message : {recording, state.message, state.notice, looks}) {
        if (!message.empty()) {
            append(lines, wrapped(message, style, Tone::doubtful));
        }
    }
    return lines;
}

} // namespace

LabView lab_view(const State& state, const TextStyle& style, int rows) {
    const bool blanks = rows >= roomy;
    LabView view;
    const auto part = [&](Lines& lines, const Lines& more) {
        if (blanks && !lines.empty() && !more.empty()) {
            lines.emplace_back();
        }
        append(lines, more);
    };
    view.top = header(state, style);
    Lines verdict{verdict_line(state, style)};
    append(verdict, messages(state, style));
    append(verdict, next_lines(state, style));
    part(view.top, verdict);
    if (blanks) {
        view.top.emplace_back();
    }
    view.body = body(state, style);
    const Lines hint = hint_lines(state, style);
    part(view.body, hint);
    view.hint = hint.empty() ? -1 : static_cast<int>(view.body.size() - hint.size());
    return view;
}

} // namespace kit

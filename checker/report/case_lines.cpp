// A line for each case; see text_parts.hpp.
#include "checker/report/layout.hpp"
#include "checker/report/numbers.hpp"
#include "checker/report/text_parts.hpp"
#include "checker/report/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace kit {

namespace {

constexpr int number_width = 9;
constexpr int mark_width = 4; ///< "  ✓ "
constexpr int gap = 2;

std::string_view mark(Outcome outcome) {
    switch (outcome) {
    case Outcome::passed: return "✓";
    case Outcome::failed: return "✗";
    case Outcome::error: return "?";
    }
    return "";
}

Tone tone_of(Outcome outcome) {
    return outcome == Outcome::passed   ? Tone::good
           : outcome == Outcome::failed ? Tone::bad
                                        : Tone::doubtful;
}

std::string wrong_cells(const Comparison& comparison) {
    const std::string cells =
        fmt::format("{} of {}", thousands(comparison.mismatches), plural(comparison.cells, "cell"));
    if (comparison.untouched == comparison.mismatches) {
        return cells + " never written";
    }
    if (comparison.not_a_number == comparison.mismatches) {
        return cells + " not a number";
    }
    std::string text = cells + " wrong";
    if (comparison.untouched > 0) {
        text += fmt::format(", {} never written", thousands(comparison.untouched));
    }
    if (comparison.not_a_number > 0) {
        text += fmt::format(", {} not a number", thousands(comparison.not_a_number));
    }
    return text;
}

std::string note(const CaseResult& result) {
    if (result.outcome == Outcome::passed) {
        return {};
    }
    if (result.outcome == Outcome::error) {
        return "could not be judged";
    }
    if (!result.comparison) {
        return "did not run to its end";
    }
    if (result.comparison->mismatches > 0) {
        return wrong_cells(*result.comparison);
    }
    return "output right, but see the findings";
}

} // namespace

std::string case_lines(const Lab& lab, const std::vector<CaseResult>& cases,
                       const TextStyle& style) {
    if (cases.empty()) {
        return {};
    }
    int grid_width = width_of("grid");
    for (const CaseResult& one : cases) {
        grid_width = std::max(grid_width, width_of(describe(one.extents, lab)));
    }
    // In a narrow window the bound goes first, then the error: the time is short and the note says
    // more.
    const int room = style.width - mark_width - grid_width;
    const bool with_allowed = room >= 3 * (number_width + gap);
    const bool with_error = room >= 2 * (number_width + gap);
    const auto columns = [&](std::string_view error, std::string_view allowed,
                             std::string_view time) {
        return (with_error ? pad_left(error, number_width + gap) : "") +
               (with_allowed ? pad_left(allowed, number_width + gap) : "") +
               pad_left(time, number_width + gap);
    };
    std::string text =
        paint(style, Tone::faint,
              "    " + pad_right("grid", grid_width) + columns("max error", "allowed", "time")) +
        "\n";
    for (const CaseResult& one : cases) {
        const Tone tone = tone_of(one.outcome);
        const std::optional<Comparison>& comparison = one.comparison;
        const std::string row =
            pad_right(describe(one.extents, lab), grid_width) +
            columns(comparison ? magnitude(comparison->max_error) : "–",
                    comparison ? magnitude(comparison->allowed_error) : "–", duration(one.seconds));
        text += "  " + paint(style, tone, mark(one.outcome)) + " " + row;
        const std::string remark = note(one);
        if (!remark.empty() && mark_width + width_of(row) + gap + width_of(remark) <= style.width) {
            text += "  " + paint(style, tone, remark);
        } else if (!remark.empty()) {
            for (const std::string& line : wrap(remark, style.width - mark_width)) {
                text += "\n    " + paint(style, tone, line);
            }
        }
        text += '\n';
    }
    return text;
}

} // namespace kit

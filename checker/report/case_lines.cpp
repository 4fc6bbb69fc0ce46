#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

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

/// Then its greatest error says nothing.
bool wrote_nothing(const Comparison& comparison) {
    return comparison.mismatches > 0 && comparison.untouched == comparison.mismatches &&
           comparison.max_error == 0;
}

std::string note(const CaseResult& result) {
    if (result.outcome == Outcome::passed) {
        return {};
    }
    if (result.outcome == Outcome::error) {
        return "could not be judged";
    }
    if (!result.comparison) {
        return "did not finish";
    }
    if (result.comparison->mismatches > 0) {
        return wrong_cells(*result.comparison);
    }
    return "output right, but see the findings";
}

/// A line of the table: one case, or all cases that one variant of the kernel passed.
struct CaseRow {
    std::string name;
    CaseResult result; ///< of several cases: the greatest errors and the total time
};

std::string name_of(const CaseResult& one, const Lab& lab) {
    return one.variant.empty()
               ? describe(one.extents, lab)
               : fmt::format("{}, {}", one.variant, describe_grid(one.extents, lab));
}

/// Adds a case to the sum of its variant.
void add(CaseResult& sum, const CaseResult& one) {
    sum.seconds += one.seconds;
    if (sum.comparison && one.comparison) {
        sum.comparison->max_error = std::max(sum.comparison->max_error, one.comparison->max_error);
        sum.comparison->allowed_error =
            std::max(sum.comparison->allowed_error, one.comparison->allowed_error);
    }
}

/// One row per case; of a kernel with variants, one row for all passed cases of a variant.
std::vector<CaseRow> rows_of(const std::vector<CaseResult>& cases, const Lab& lab) {
    std::vector<CaseRow> rows;
    for (std::size_t i = 0; i < cases.size();) {
        const std::string& variant = cases[i].variant;
        if (cases[i].drawn && cases[i].outcome == Outcome::passed) {
            ++i; // see drawn_line()
            continue;
        }
        if (variant.empty()) {
            rows.push_back({name_of(cases[i], lab), cases[i]});
            ++i;
            continue;
        }
        std::optional<CaseResult> passed;
        std::uint64_t count = 0;
        std::vector<CaseRow> others;
        for (; i < cases.size() && cases[i].variant == variant; ++i) {
            if (cases[i].drawn && cases[i].outcome == Outcome::passed) {
                continue;
            }
            if (cases[i].outcome != Outcome::passed) {
                others.push_back({name_of(cases[i], lab), cases[i]});
                continue;
            }
            ++count;
            if (passed) {
                add(*passed, cases[i]);
            } else {
                passed = cases[i];
            }
        }
        if (passed) {
            rows.push_back({count == 1 ? name_of(*passed, lab)
                                       : fmt::format("{}, {}", variant, plural(count, "grid")),
                            *passed});
        }
        std::move(others.begin(), others.end(), std::back_inserter(rows));
    }
    return rows;
}

/// One line for the grids that passed besides the lab's own. A grid that failed has a row.
std::string drawn_line(const std::vector<CaseResult>& cases, const Lab& lab,
                       const TextStyle& style) {
    constexpr std::size_t most = 6;
    std::vector<std::string> drawn;
    for (const CaseResult& one : cases) {
        if (one.drawn && one.outcome == Outcome::passed) {
            drawn.push_back(name_of(one, lab));
        }
    }
    if (drawn.empty()) {
        return "";
    }
    const std::string grids = drawn.size() > most ? fmt::format("{} other grids", drawn.size())
                                                  : join(drawn, lab.variants.empty() ? ", " : "; ");
    return paragraph(
        style, Tone::faint,
        fmt::format("also right on {}: drawn from the seed, or fitted to the launch's blocks",
                    grids),
        "    ");
}

/// The variants that were not run, because an earlier one was wrong.
std::string not_run_line(const std::vector<CaseResult>& cases, const Lab& lab,
                         const TextStyle& style) {
    std::vector<std::string> missing;
    for (const Lab& variant : all_variants(lab)) {
        const std::string name = variant_name(variant);
        if (std::ranges::none_of(cases,
                                 [&](const CaseResult& one) { return one.variant == name; })) {
            missing.push_back(name);
        }
    }
    if (missing.empty() || lab.variants.empty()) {
        return {};
    }
    return paragraph(style, Tone::faint, "not run until these are right: " + join(missing, "; "),
                     "    ");
}

/// "launched on 5³: 1×1×1 blocks of 8×8×8 threads": of the first grid that fails.
std::string launch_line(const std::vector<CaseResult>& cases, const Lab& lab,
                        const TextStyle& style) {
    const auto failed = std::ranges::find_if(
        cases, [](const CaseResult& one) { return one.outcome == Outcome::failed && one.launch; });
    if (failed == cases.end()) {
        return {};
    }
    const auto extents = [](const std::array<std::uint32_t, 3>& of) {
        return fmt::format("{}×{}×{}", thousands(std::uint64_t{of[0]}), of[1], of[2]);
    };
    return paragraph(style, Tone::faint,
                     fmt::format("launched on {}: {} blocks of {} threads", name_of(*failed, lab),
                                 extents(failed->launch->grid), extents(failed->launch->block)),
                     "    ");
}

} // namespace

std::string case_lines(const Lab& lab, const std::vector<CaseResult>& cases,
                       const TextStyle& style) {
    if (cases.empty()) {
        return {};
    }
    const std::vector<CaseRow> rows = rows_of(cases, lab);
    int grid_width = width_of("grid");
    for (const CaseRow& row : rows) {
        grid_width = std::max(grid_width, width_of(row.name));
    }
    // In a narrow window, drop the bound first, then the error: the note says more than they do.
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
    for (const auto& [name, one] : rows) {
        const Tone tone = tone_of(one.outcome);
        const std::optional<Comparison>& comparison = one.comparison;
        const std::string row =
            pad_right(name, grid_width) +
            columns(comparison && !wrote_nothing(*comparison) ? magnitude(comparison->max_error)
                                                              : "–",
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
    return text + launch_line(cases, lab, style) + drawn_line(cases, lab, style) +
           not_run_line(cases, lab, style);
}

} // namespace kit

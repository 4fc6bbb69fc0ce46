#include "checker/report/text_report.hpp"

#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/source_listing.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kit {

namespace {

constexpr std::size_t most_printed_lines = 12;
constexpr int narrowest_report = 40;

std::string header(const Lab& lab, const CheckResult& result, const TextStyle& style) {
    const std::string source = lab.source.empty() ? "" : fmt::format(" ({})", lab.source);
    const std::string title = printable(fmt::format("{}{}", lab.title, source));
    const std::string id = fmt::format("Lab {}", printable(lab.id));
    const std::string how =
        fmt::format("{} · {} · seed {}", result.submission, result.backend, result.seed);
    return paragraph(style, Tone::heading, id + " · " + title) +
           paragraph(style, Tone::faint, printable(how));
}

std::string printed(const std::string& output, const TextStyle& style) {
    std::vector<std::string> lines;
    for (const std::string& line : split_lines(printable(output))) {
        std::ranges::move(wrap(line, style.width - 4), std::back_inserter(lines));
    }
    if (lines.empty()) {
        return {};
    }
    std::string text = paint(style, Tone::heading, "Printed by the kernel") + "\n";
    const std::string bar = paint(style, Tone::faint, "  │ ");
    for (std::size_t i = 0; i < std::min(lines.size(), most_printed_lines); ++i) {
        text += bar + lines[i] + "\n";
    }
    if (lines.size() > most_printed_lines) {
        const std::size_t more = lines.size() - most_printed_lines;
        text += paint(style, Tone::faint, fmt::format("  … {}", plural(more, "more line"))) + "\n";
    }
    return text;
}

/// Without those that follow from others.
std::size_t count_of(const std::vector<Finding>& findings, Severity severity) {
    return static_cast<std::size_t>(std::ranges::count_if(findings, [severity](const Finding& one) {
        return one.severity == severity && !one.follows;
    }));
}

std::string summary(const CheckResult& result, const TextStyle& style) {
    const Verdict& verdict = result.verdict;
    std::vector<std::string> parts;
    const std::size_t errors = count_of(verdict.findings, Severity::error);
    const std::size_t warnings = count_of(verdict.findings, Severity::warning);
    if (errors > 0) {
        parts.push_back(plural(errors, "error"));
    }
    if (warnings > 0) {
        parts.push_back(plural(warnings, "warning"));
    }
    if (verdict.max_score > 0) {
        parts.push_back(fmt::format("{} of {} points", verdict.score, verdict.max_score));
    }
    parts.push_back(result.build_from_cache ? "build from the cache"
                                            : "built in " + duration(result.build_seconds));
    parts.push_back(duration(result.total_seconds) + " in all");

    const Tone tone = verdict.outcome == Outcome::passed   ? Tone::good
                      : verdict.outcome == Outcome::failed ? Tone::bad
                                                           : Tone::doubtful;
    const std::string word = fmt::format("{}:", name(verdict.outcome));
    std::string text;
    std::size_t painted = word.size();
    for (const std::string& line :
         wrap(fmt::format("{} {}", word, join(parts, " · ")), style.width)) {
        text += paint(style, tone, line.substr(0, painted)) + line.substr(painted) + "\n";
        painted = 0;
    }
    return text;
}

/// Traffic is shown only for right outputs.
bool shows_traffic(const Verdict& verdict) {
    return std::ranges::none_of(verdict.findings, [](const Finding& one) {
        return one.severity == Severity::error && one.kind != FindingKind::technique_missing;
    });
}

/// A block for each finding that does not follow from another, with those that follow from it.
std::vector<std::string> finding_blocks(const std::vector<Finding>& findings,
                                        const TextStyle& style) {
    std::vector<std::string> blocks;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (findings[i].follows) {
            continue;
        }
        std::string block = finding_block(findings[i], style);
        for (const Finding& other : findings) {
            if (other.follows == i) {
                block += consequence_lines(other, style);
            }
        }
        blocks.push_back(std::move(block));
    }
    return blocks;
}

std::string sandbox_lines(const CheckResult& result, const TextStyle& style) {
    return result.no_sandbox.empty()
               ? ""
               : paragraph(style, Tone::faint,
                           fmt::format("Not in a sandbox: {}.", result.no_sandbox));
}

/// The change that makes the kernel right; empty if none is known.
std::string change_lines(const CheckResult& result, const TextStyle& style) {
    if (!result.change) {
        return {};
    }
    const std::vector<SourceLine>& lines = result.change->lines;
    std::string text = "\n" + paragraph(style, Tone::plain, change_sentence(*result.change));
    for (const SourceLine& line : lines) {
        text += listed_line(line, layout_of(lines, style), style);
    }
    return text;
}

/// The kernel's resources, or why nvcc refuses the file.
std::string nvcc_lines(const CheckResult& result, const TextStyle& style) {
    std::string text;
    for (const Finding& finding : result.verdict.findings) {
        if (finding.from_nvcc) {
            text += "\n" + finding_block(finding, style);
        }
    }
    if (!text.empty()) {
        return text + "\n" + paint(style, Tone::bad, "failed:") + " nvcc refuses the file\n";
    }
    if (!result.resources) {
        return {};
    }
    const KernelResources& resources = *result.resources;
    std::string line = fmt::format("nvcc ({}): {} registers per thread, {} bytes of static shared "
                                   "memory per block",
                                   resources.architecture, resources.registers,
                                   thousands(static_cast<std::uint64_t>(resources.shared_bytes)));
    const int spilled = resources.spill_store_bytes + resources.spill_load_bytes;
    line += spilled == 0 ? ", no spills" : fmt::format(", {} bytes of spills per thread", spilled);
    return paragraph(style, Tone::faint, line);
}

} // namespace

std::string text_report(const Lab& lab, const CheckResult& result, const TextStyle& wanted) {
    const TextStyle style{wanted.colour, std::max(wanted.width, narrowest_report)};
    const Verdict& verdict = result.verdict;
    std::vector<std::string> parts{header(lab, result, style), part_lines(result.parts, style)};
    const Finding* const first = first_finding(verdict.findings);
    if (first != nullptr && result.parts.say_more_than(first->kind, first_line(*first))) {
        // Cells without a value and the like come from what is not written yet.
        parts.push_back(summary(result, style));
        return join(parts, "\n");
    }
    parts.push_back(case_lines(lab, verdict.cases, style));
    for (std::string& part : finding_blocks(verdict.findings, style)) {
        parts.push_back(std::move(part));
    }
    if (verdict.traffic && shows_traffic(verdict)) {
        parts.push_back(traffic_table(lab, *verdict.traffic, style));
        parts.push_back(line_table(lab, *verdict.traffic, style));
    }
    for (const Note& note : verdict.notes) {
        parts.push_back(
            paragraph(style, Tone::plain,
                      fmt::format("Note, no points lost: {} {}", note.message, note.hint)));
    }
    parts.push_back(sandbox_lines(result, style));
    parts.push_back(hardware_lines(result, style));
    parts.push_back(result.timing    ? timing_lines(lab, *result.timing, style)
                    : result.scaling ? scaling_lines(lab, *result.scaling, style)
                                     : no_timing_lines(result, style));
    parts.push_back(printed(verdict.printed, style));
    parts.push_back(summary(result, style));
    parts.erase(std::remove_if(parts.begin(), parts.end(),
                               [](const std::string& part) { return part.empty(); }),
                parts.end());
    return join(parts, "\n");
}

std::string later_report_text(const CheckResult& result, const TextStyle& wanted) {
    const TextStyle style{wanted.colour, std::max(wanted.width, narrowest_report)};
    const std::string change = change_lines(result, style);
    const std::string nvcc = nvcc_lines(result, style);
    return change + (change.empty() || nvcc.empty() ? "" : "\n") + nvcc;
}

} // namespace kit

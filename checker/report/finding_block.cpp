#include "checker/base/layout.hpp"
#include "checker/base/numbers.hpp"
#include "checker/base/utf8.hpp"
#include "checker/report/error_picture.hpp"
#include "checker/report/source_listing.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

constexpr int text_indent = 2;
constexpr int label_width = 9;
constexpr std::size_t most_threads = 4;
constexpr std::size_t most_detail_lines = 30;

/// "label    text", with the text wrapped to the right of its label.
std::string labelled(std::string_view label, std::string_view value, const TextStyle& style,
                     Tone tone = Tone::plain) {
    std::string text;
    for (const std::string& line : wrap(value, style.width - text_indent - label_width)) {
        text += fmt::format("{:{}}{}{}\n", "", text_indent,
                            paint(style, Tone::faint, pad_right(label, label_width)),
                            paint(style, tone, line));
        label = {};
    }
    return text;
}

std::string location(const SourceLine& line) {
    std::string text = printable(line.file);
    if (line.line > 0) {
        text += fmt::format(":{}", line.line);
    }
    if (line.line > 0 && line.column > 0) {
        text += fmt::format(":{}", line.column);
    }
    return text;
}

std::string source(const std::vector<SourceLine>& lines, const TextStyle& style) {
    const ListingLayout layout = layout_of(lines, style);
    std::string text;
    const SourceLine* shown_before = nullptr;
    for (const SourceLine& line : lines) {
        const bool has_text = !line.text.empty() && line.line > 0;
        if (!has_text || shown_before == nullptr || shown_before->file != line.file) {
            text += labelled("at", location(line), style);
        }
        if (has_text) {
            text += listed_line(line, layout, style);
            shown_before = &line;
        }
    }
    return text;
}

std::string triple(const std::array<std::uint32_t, 3>& place) {
    return fmt::format("({},{},{})", place[0], place[1], place[2]);
}

/// Groups threads by block: "(1,0,0), (2,0,0) of block (0,0,3)".
std::string threads_text(const std::vector<ThreadPlace>& threads) {
    std::string text;
    const std::size_t shown = std::min(threads.size(), most_threads);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last_of_block = i + 1 == shown || threads[i + 1].block != threads[i].block ||
                                   threads[i + 1].gpu != threads[i].gpu;
        text += triple(threads[i].thread);
        if (last_of_block) {
            text += " of block " + triple(threads[i].block);
            text += threads[i].gpu ? fmt::format(" on GPU {}", *threads[i].gpu) : "";
        }
        if (i + 1 < shown) {
            text += last_of_block ? "; " : ", ";
        }
    }
    if (threads.size() > shown) {
        text += fmt::format("; and {} more", thousands(threads.size() - shown));
    }
    return text;
}

/// " (float, R = 1)" if all cases end so.
std::string common_variant(const std::vector<std::string>& cases) {
    const std::size_t begin = cases.front().find(" (");
    const std::string variant = begin == std::string::npos ? "" : cases.front().substr(begin);
    return std::ranges::all_of(
               cases, [&variant](const std::string& one) { return one.ends_with(variant); })
               ? variant
               : "";
}

/// The first few, the number of the rest, and once the variant that all of them have.
std::string some_of(std::vector<std::string> cases) {
    constexpr std::size_t most_cases = 6;
    const std::string variant = common_variant(cases);
    const std::size_t more = cases.size() - std::min(cases.size(), most_cases);
    cases.resize(cases.size() - more);
    bool has_comma = false;
    for (std::string& one : cases) {
        one.resize(one.size() - variant.size());
        has_comma = has_comma || one.find(',') != std::string::npos;
    }
    const bool is_points =
        cases.size() == 1 && cases[0].find_first_not_of("0123456789,") == std::string::npos;
    return join(cases, has_comma ? "; " : ", ") +
           (more > 0 ? fmt::format(" and {} more", more) : "") +
           (is_points ? cases[0] == "1" ? " point" : " points" : "") + variant;
}

/// "out[1123] (below: out[1][1][1])": the element, and how the table of wrong cells names it. Empty if that says the
/// same.
std::string element_text(const Finding& finding) {
    const std::string name =
        printable(finding.array) + (finding.index ? fmt::format("[{}]", *finding.index) : "");
    const std::size_t row = finding.detail.find("\n" + finding.array + "[");
    if (row == std::string::npos) {
        return name;
    }
    const std::string cell =
        printable(finding.detail.substr(row + 1, finding.detail.find(' ', row) - row - 1));
    return cell == name ? "" : fmt::format("{} (below: {})", name, cell);
}

std::string seen_text(const Finding& finding) {
    std::string text = finding.count > 1 ? thousands(finding.count) + " times" : "";
    if (!finding.cases.empty()) {
        text += fmt::format("{}on {}", text.empty() ? "" : ", ", some_of(finding.cases));
    }
    return text;
}

std::string detail_lines(const std::string& detail, const TextStyle& style) {
    const std::vector<std::string> lines = split_lines(printable(detail));
    std::string text;
    for (std::size_t i = 0; i < std::min(lines.size(), most_detail_lines); ++i) {
        for (const std::string& part : wrap(lines[i], style.width - 2 * text_indent)) {
            text += part.empty() ? "\n" : fmt::format("{:{}}{}\n", "", 2 * text_indent, part);
        }
    }
    if (lines.size() > most_detail_lines) {
        text += fmt::format("{:{}}… {}\n", "", 2 * text_indent,
                            plural(lines.size() - most_detail_lines, "more line"));
    }
    return text;
}

} // namespace

std::string finding_block(const Finding& finding, const TextStyle& style) {
    const bool is_error = finding.severity == Severity::error;
    const std::string head = fmt::format("{}[{}]:", name(finding.severity), name(finding.kind));
    const std::vector<std::string> message =
        wrap(head + " " + printable(finding.message), style.width - text_indent);
    std::string text;
    for (std::size_t i = 0; i < message.size(); ++i) {
        // The head holds no space, so it is not broken and always begins the first line.
        const std::size_t painted = i == 0 ? std::min(head.size(), message[0].size()) : 0;
        text += i == 0 ? "" : "  ";
        text += paint(style, is_error ? Tone::bad : Tone::doubtful, message[i].substr(0, painted));
        text += paint(style, Tone::heading, message[i].substr(painted)) + "\n";
    }
    text += source(finding.lines, style);
    // A message that names the element does it better: with an index for each dimension.
    if (!finding.array.empty() && finding.message.find(finding.array + "[") == std::string::npos) {
        const std::string element = element_text(finding);
        text += element.empty() ? "" : labelled("array", element, style);
    }
    if (!finding.threads.empty()) {
        const bool one = finding.threads.size() == 1;
        text += labelled(one ? "thread" : "threads", threads_text(finding.threads), style);
    }
    const std::string seen = seen_text(finding);
    if (!seen.empty()) {
        text += labelled("seen", printable(seen), style);
    }
    text += detail_lines(finding.detail, style);
    if (finding.picture && !finding.picture->widespread && finding.picture->down.cells > 1) {
        text += error_picture_text(*finding.picture, style);
    }
    if (!finding.hint.empty()) {
        text += labelled("hint", printable(finding.hint), style, Tone::good);
    }
    return text;
}

std::string consequence_lines(const Finding& finding, const TextStyle& style) {
    std::string text = fmt::format("{}[{}]", name(finding.severity), name(finding.kind));
    if (!finding.lines.empty()) {
        text += " at " + location(finding.lines.front());
    }
    return labelled("related", text + ": " + printable(finding.message), style);
}

} // namespace kit

#include "checker/report/gcc_lines.hpp"

#include "checker/base/utf8.hpp"
#include "checker/report/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kit {

namespace {

std::string one_line(const SourceLine& place, std::string_view what, std::string_view message) {
    std::string text = printable(message);
    std::ranges::replace(text, '\n', ' ');
    return fmt::format("{}:{}:{}: {}: {}\n", place.file, std::max(place.line, 1),
                       std::max(place.column, 1), what, text);
}

} // namespace

std::string gcc_lines(const CheckResult& result, const std::string& file) {
    std::string text;
    for (const Finding& finding : result.verdict.findings) {
        const SourceLine first =
            finding.lines.empty() ? SourceLine{file, 0, 0, ""} : finding.lines.front();
        text += one_line(first, name(finding.severity),
                         fmt::format("{} [{}]", finding.message, name(finding.kind)));
        for (std::size_t i = 1; i < finding.lines.size(); ++i) {
            text += one_line(finding.lines[i], "note", "this line, too");
        }
        if (!finding.hint.empty()) {
            text += one_line(first, "note", finding.hint);
        }
    }
    if (result.change) {
        text += one_line(result.change->lines.front(), "note", change_sentence(*result.change));
    }
    const std::string parts = parts_row(result.parts);
    return text + (parts.empty() ? "" : "Parts   " + parts + "\n") +
           fmt::format("{}: {} of {} points\n", name(result.verdict.outcome), result.verdict.score,
                       result.verdict.max_score);
}

} // namespace kit

#include "checker/compile/fix_it.hpp"

#include "checker/base/text_scanner.hpp"
#include "checker/compile/glue.hpp"
#include "checker/compile/located_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace kit {

namespace {

constexpr std::size_t most_letters = 60; ///< of a fix, and of what it replaces
constexpr std::size_t most_letters_before = 24;

bool is_plain(char letter) {
    return letter >= ' ' && letter <= '~';
}

/// A text in quotes, with \" and \\ in it.
std::optional<std::string> quoted(TextScanner& scanner) {
    if (!scanner.pass("\"")) {
        return std::nullopt;
    }
    std::string text;
    for (;;) {
        text += scanner.before("\"\\");
        if (scanner.pass("\"")) {
            return text;
        }
        if (scanner.pass("\\\\")) {
            text += '\\';
        } else if (scanner.pass("\\\"")) {
            text += '"';
        } else {
            return std::nullopt;
        }
    }
}

bool is_plain_text(std::string_view text) {
    return std::ranges::all_of(text, is_plain);
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// Where text is added: at the line's end, behind what comes before it in the line, or before what comes next.
std::string insertion(std::string_view added, std::string_view before, std::string_view after) {
    before = trimmed(before);
    after = trimmed(after);
    if (after.empty() && !before.empty()) {
        return fmt::format("add '{}' at the end of the line", trimmed(added));
    }
    const auto blank = before.find_last_of(" \t");
    std::string_view last = blank == std::string_view::npos ? before : before.substr(blank + 1);
    if (last.size() > most_letters_before) {
        last = last.substr(last.size() - most_letters_before);
        while (last.size() > 1 &&
               (std::isalnum(static_cast<unsigned char>(last[0])) || last[0] == '_')) {
            last.remove_prefix(1); // the rest of a word
        }
    }
    if (!last.empty() && is_plain_text(last)) {
        return fmt::format("add '{}' after '{}'", trimmed(added), last);
    }
    const std::string_view next =
        after.substr(0, std::min(after.find_first_of(" \t"), most_letters_before));
    return next.empty() || !is_plain_text(next)
               ? ""
               : fmt::format("add '{}' before '{}'", trimmed(added), next);
}

/// All fixes as one change of the line; empty if they are none.
std::string change(std::vector<FixIt> fixes, std::string_view line) {
    std::ranges::stable_sort(fixes, {}, &FixIt::begin);
    const auto offset = [](int column) { return static_cast<std::size_t>(column - 1); };
    const std::size_t begin = offset(fixes.front().begin);
    std::size_t end = begin;
    std::string after;
    for (const FixIt& fix : fixes) {
        if (offset(fix.begin) < end || offset(fix.end) > line.size()) {
            return "";
        }
        after += line.substr(end, offset(fix.begin) - end);
        after += fix.text;
        end = offset(fix.end);
    }
    const std::string_view before = line.substr(begin, end - begin);
    if (after.size() > most_letters || before.size() > most_letters || !is_plain_text(before) ||
        after.find("kit_") != std::string::npos || (trimmed(before) == trimmed(after))) {
        return "";
    }
    if (trimmed(before).empty()) {
        return insertion(after, line.substr(0, begin), line.substr(end));
    }
    return trimmed(after).empty()
               ? fmt::format("remove '{}'", trimmed(before))
               : fmt::format("write '{}' for '{}'", trimmed(after), trimmed(before));
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Whether clang++ shows the source line in this way: with tabs as blanks, and with odd letters spelt out.
bool shows(std::string_view printed, std::string_view source) {
    std::size_t at = 0;
    for (const char letter : source) {
        if (letter == ' ' || letter == '\t' || letter == '\r') {
            continue;
        }
        if (!is_plain(letter)) {
            return true;
        }
        while (at < printed.size() && printed[at] == ' ') {
            ++at;
        }
        if (at == printed.size() || printed[at] != letter) {
            return false;
        }
        ++at;
    }
    return printed.find_first_not_of(" \r", at) == std::string_view::npos;
}

/// "   12 | " or "      | ", with which clang++ begins a source line from version 17 on.
bool is_numbered(std::string_view printed) {
    TextScanner scanner(printed);
    scanner.pass_blanks();
    scanner.number();
    scanner.pass_blanks();
    return scanner.rest().size() < printed.size() && scanner.pass("|");
}

} // namespace

std::optional<FixIt> fix_it(std::string_view printed) {
    TextScanner scanner(printed);
    if (!scanner.pass("fix-it:")) {
        return std::nullopt;
    }
    const auto file = quoted(scanner);
    if (!file || !scanner.pass(":{")) {
        return std::nullopt;
    }
    const auto position =
        [&scanner](std::string_view behind) -> std::optional<std::pair<int, int>> {
        const std::optional<int> line = scanner.number();
        const bool goes_on = line && scanner.pass(":");
        const std::optional<int> column = goes_on ? scanner.number() : std::nullopt;
        return column && scanner.pass(behind) ? std::optional(std::pair(*line, *column))
                                              : std::nullopt;
    };
    const auto begin = position("-");
    const auto end = begin ? position("}:") : std::nullopt;
    const auto text = end ? quoted(scanner) : std::nullopt;
    if (!text || !scanner.rest().empty() || begin->first != end->first || begin->first < 1 ||
        begin->second < 1 || end->second < begin->second || !is_plain_text(*text)) {
        return std::nullopt;
    }
    return FixIt{*file, begin->first, begin->second, end->second, *text};
}

void ProposedFixes::note(std::string_view text) {
    // To silence a warning is no cure, but for a variable without a value.
    open_ = fixes_.empty() && (text.find("silence") == std::string_view::npos ||
                               text.starts_with("initialize the variable"));
}

bool ProposedFixes::take(std::string_view printed) {
    std::optional<FixIt> fix = open_ ? fix_it(printed) : std::nullopt;
    if (fix) {
        fixes_.push_back(std::move(*fix));
    }
    return fix.has_value();
}

std::string fix_sentence(const std::vector<FixIt>& fixes, const SubmissionFile& submission,
                         int line) {
    const auto in_one_line = [&fixes](const FixIt& fix) {
        return fix.line == fixes.front().line && is_submission(fix.file);
    };
    if (fixes.empty() || !std::ranges::all_of(fixes, in_one_line)) {
        return "";
    }
    const int number = fixes.front().line;
    const std::string source = submission.line(number);
    // The compiler may have got such a line in another order.
    const std::string words =
        source.find("alignas") == std::string::npos ? change(fixes, source) : "";
    if (words.empty()) {
        return "";
    }
    return number == line ? fmt::format("Perhaps: {}.", words)
                          : fmt::format("Perhaps in line {}: {}.", number, words);
}

std::string without_source_lines(std::string_view printed, std::string_view compiled) {
    const std::vector<std::string_view> sources = lines_of(compiled);
    std::string kept;
    std::optional<LocatedLine> before; ///< the message that came just before
    for (const std::string_view line : lines_of(printed)) {
        std::optional<LocatedLine> located = located_line(line);
        const std::optional<LocatedLine> message = std::exchange(before, std::nullopt);
        bool is_source = is_numbered(line);
        if (message && is_submission(message->file)) {
            const auto number = static_cast<std::size_t>(message->line);
            is_source |= number > 0 && number <= sources.size() && shows(line, sources[number - 1]);
        } else if (message) {
            // A header's line looks like nothing else.
            is_source |= !located && !fix_it(line) && !line.starts_with("In file included from ");
        }
        if (!is_source) {
            kept.append(line).append("\n");
            before = std::move(located);
        }
    }
    return kept;
}

} // namespace kit

#include "checker/grading/writers/escapes.hpp"

#include "checker/base/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace kit {

namespace {

/// Digits with at most one point, and a sign before them.
bool is_number(std::string_view text) {
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        text.remove_prefix(1);
    }
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && digit(text.front()) && digit(text.back()) &&
           std::ranges::count(text, '.') <= 1 &&
           std::ranges::all_of(text, [&](char c) { return digit(c) || c == '.'; });
}

/// Full-width forms, too, which some spreadsheets treat the same.
bool begins_formula(std::string_view text) {
    constexpr std::array<std::string_view, 8> beginnings{"=",  "+",  "-",  "@",
                                                         "＝", "＋", "－", "＠"};
    return std::ranges::any_of(
        beginnings, [&](std::string_view one) { return text.substr(0, one.size()) == one; });
}

/// A backslash if every dialect of Markdown knows it, else a character reference.
std::string_view escape_of(char c) {
    switch (c) {
    case '\\': return "\\\\";
    case '`': return "\\`";
    case '*': return "\\*";
    case '_': return "\\_";
    case '[': return "\\[";
    case ']': return "\\]";
    case '#': return "\\#";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '|': return "&#124;";
    case '~': return "&#126;";
    case '$': return "&#36;"; // formulas in repository browsers
    case '\n': return " ";
    default: return "";
    }
}

std::size_t longest_run(std::string_view text, char wanted) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == wanted ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

/// Whether a paragraph that begins with this text would become a list, a line or a heading.
bool list_marker(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view rest = text.substr(digits);
    return digits > 0 ? rest.starts_with(".") || rest.starts_with(")")
                      : rest.starts_with("-") || rest.starts_with("+") || rest.starts_with("=");
}

} // namespace

std::string csv_field(std::string_view text) {
    const bool plain = text.find_first_of(",;\"\r\n\t") == std::string_view::npos &&
                       (text.empty() || (text.front() != ' ' && text.back() != ' '));
    if (plain) {
        return std::string(text);
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + '"';
}

std::string csv_row(const std::vector<std::string>& fields) {
    std::string row;
    for (const std::string& field : fields) {
        row += (&field == fields.data() ? "" : ",") + csv_field(field);
    }
    return row + '\n';
}

std::string csv_text(std::string_view text) {
    const std::string shown = printable(text);
    if (is_number(shown)) {
        return shown;
    }
    std::string result;
    bool at_beginning = true;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (at_beginning && begins_formula(std::string_view(shown).substr(i, 3))) {
            result += '\'';
        }
        const char c = shown[i];
        const bool separates = c == ',' || c == ';' || c == '|' || c == '\n' || c == '"';
        at_beginning = separates || (at_beginning && c == ' ');
        result += c;
    }
    return result;
}

std::string markdown_inline(std::string_view text) {
    std::string shown = printable(text);
    shown.erase(0, shown.find_first_not_of(" \n"));
    std::string result;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const std::string_view escape = escape_of(shown[i]);
        const std::string_view rest = std::string_view(shown).substr(i);
        if (!escape.empty()) {
            result += escape;
        } else if (rest.starts_with("://")) {
            result += "&#58;"; // else it becomes a link
        } else if (rest.starts_with(".") && result.ends_with("www")) {
            result += "&#46;";
        } else if (rest.starts_with("@")) {
            result += "&#64;"; // an address does, too
        } else {
            result += shown[i];
        }
    }
    return result;
}

std::string markdown_paragraph(std::string_view text) {
    const std::string result = markdown_inline(text);
    return list_marker(result) ? "&#8203;" + result : result;
}

std::string markdown_block(std::string_view text, std::string_view language) {
    std::string shown = printable(text);
    const std::string fence(std::max<std::size_t>(3, longest_run(shown, '`') + 1), '`');
    if (!shown.empty() && shown.back() != '\n') {
        shown += '\n';
    }
    return fmt::format("{}{}\n{}{}\n", fence, language, shown, fence);
}

} // namespace kit

#include "checker/grading/writers/markdown_text.hpp"

#include "checker/report/utf8.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

namespace kit {

namespace {

/// A backslash where every dialect of Markdown knows it, else a character reference.
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
    case '$': return "&#36;"; // formulas, where repository browsers know them
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

/// Whether a paragraph that begins so would be a list, a line or a heading.
bool list_marker(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view rest = text.substr(digits);
    return digits > 0 ? rest.starts_with(".") || rest.starts_with(")")
                      : rest.starts_with("-") || rest.starts_with("+") || rest.starts_with("=");
}

} // namespace

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
            result += "&#58;"; // else a link of itself
        } else if (rest.starts_with(".") && result.ends_with("www")) {
            result += "&#46;";
        } else if (rest.starts_with("@")) {
            result += "&#64;"; // an address, too
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

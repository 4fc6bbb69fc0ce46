#include "checker/grading/writers/csv.hpp"

#include "checker/report/utf8.hpp"

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
           std::count(text.begin(), text.end(), '.') <= 1 &&
           std::all_of(text.begin(), text.end(), [&](char c) { return digit(c) || c == '.'; });
}

/// Of the full-width forms, too, which some spreadsheets take for the same.
bool begins_formula(std::string_view text) {
    constexpr std::array<std::string_view, 8> beginnings{"=",  "+",  "-",  "@",
                                                         "＝", "＋", "－", "＠"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view one) { return text.substr(0, one.size()) == one; });
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
    for (std::size_t i = 0; i < fields.size(); ++i) {
        row += i > 0 ? "," : "";
        row += csv_field(fields[i]);
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

} // namespace kit

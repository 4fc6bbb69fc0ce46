#include "analytics/quiz/answer_sides.hpp"

#include "analytics/count/numeral.hpp"
#include "analytics/quiz/plain_signs.hpp"
#include "checker/base/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace kit {

namespace {

constexpr std::string_view approximate_sign = "≈";

/// The text without quotation marks around it and signs behind it that end sentences; "187:73" as a
/// division.
std::string tidied(std::string text) {
    text = std::string(trimmed(text, " \r\n\"`"));
    while (!text.empty() &&
           (text.back() == ';' || text.back() == '!' || text.back() == ',' || text.back() == ' ')) {
        text.pop_back();
    }
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const std::size_t next = text.find_first_not_of(' ', i + 1);
        const std::size_t last = text.find_last_not_of(' ', i - 1);
        if (text[i] == ':' && next != std::string::npos && last != std::string::npos &&
            is_digit(text[next]) && is_digit(text[last])) {
            text[i] = '/';
        }
    }
    return text;
}

} // namespace

std::vector<Side> sides_of(std::string_view answer) {
    std::string text = tidied(std::string(answer));
    if (text.ends_with(')')) {
        std::size_t open = text.rfind('(');
        while (open != std::string::npos && behind_parenthesis(text, open) != text.size()) {
            open = open == 0 ? std::string::npos : text.rfind('(', open - 1);
        }
        const std::string_view before =
            trimmed(std::string_view(text).substr(0, open == std::string::npos ? 0 : open), " ");
        const bool calls = before.ends_with("ceil") || before.ends_with("floor");
        const bool has_comma =
            open == std::string::npos || text.find(',', open) != std::string::npos;
        if (!before.empty() && !calls && !has_comma && open > before.size() &&
            (is_letter(before.back()) || is_digit(before.back()) || before.back() == '.') &&
            std::any_of(text.begin() + static_cast<std::ptrdiff_t>(open), text.end(), is_digit)) {
            text.replace(open, 1, "=");
            text.pop_back();
        }
    }
    std::vector<Side> sides{{}};
    for (std::string_view rest = text; !rest.empty();) {
        const bool about = rest.starts_with(approximate_sign);
        if (about || rest.front() == '=') {
            sides.push_back({"", about});
            rest.remove_prefix(about ? approximate_sign.size() : 1);
        } else {
            sides.back().text += rest.front();
            rest.remove_prefix(1);
        }
    }
    for (Side& side : sides) {
        side.text = std::string(trimmed(side.text, " "));
    }
    if (sides.front().text.empty() && sides.size() > 1) {
        sides.erase(sides.begin());
    }
    return sides;
}

} // namespace kit
